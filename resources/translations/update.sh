#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Brings the translation files up to date with the sources. Texts that are new stand there as unfinished; the build and
# `tests/run.sh` use the files as they are. The English file holds plural forms only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
lupdate=${LUPDATE:-/usr/lib/qt6/bin/lupdate}
"$lupdate" -locations none -no-obsolete -silent -I . viewers app -ts resources/translations/runlens_zh_CN.ts
"$lupdate" -locations none -no-obsolete -silent -I . -pluralonly viewers app -ts resources/translations/runlens_en.ts
unfinished=$(grep -c 'type="unfinished"' resources/translations/runlens_zh_CN.ts || true)
echo "runlens_zh_CN.ts: $unfinished texts to translate"
