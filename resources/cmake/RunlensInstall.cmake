# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` and the Debian package put where.
