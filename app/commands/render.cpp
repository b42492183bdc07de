// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/display.h"
#include "app/commands/output.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace runlens::app {

namespace {

constexpr int kSmallest = 200;
constexpr int kLargest = 16'384;

struct RenderOptions {
    RenderRequest request;
    std::string size = "1440x900";
    std::string theme = "light";
};

/// "1440x900"; false when it is something else.
bool parseSize(std::string_view text, int& width, int& height)
{
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, width);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != 'x') {
        return false;
    }
    const auto second = std::from_chars(first.ptr + 1, end, height);
    const auto fits = [](int length) { return length >= kSmallest && length <= kLargest; };
    return second.ec == std::errc{} && second.ptr == end && fits(width) && fits(height);
}

std::string checkSize(const std::string& text)
{
    int width = 0;
    int height = 0;
    return parseSize(text, width, height)
               ? std::string{}
               : fmt::format(
                   "{} is no size: give width x height in pixels, {} to {} each, like 1440x900",
                   text,
                   kSmallest,
                   kLargest);
}

int runRender(const RenderOptions& options, const GuiHooks& hooks)
{
    if (!hooks.hasWindow()) {
        return complain(noWindowError());
    }
    RenderRequest request = options.request;
    request.isDark = options.theme == "dark";
    parseSize(options.size, request.widthPx, request.heightPx);
    const auto files = hooks.render(request);
    if (!files) {
        return complain(files.error());
    }
    Output out;
    for (const std::string& file : *files) {
        out.write(file + '\n');
    }
    const Status written = out.finish();
    return written ? 0 : complain(written.error());
}

} // namespace

Command addRenderCommand(CLI::App& app, const CommandContext& context)
{
    auto options = std::make_shared<RenderOptions>();
    options->request.programName = context.programName;
    options->request.language = "en";
    CLI::App* parser =
        app.add_subcommand("render", "Draw a view of a run into a PNG file; needs no display");
    parser->add_option("PATH", options->request.path, "A run, or a folder of runs")->required();
    auto* view = parser->add_option(
        "--view", options->request.view, "Which view; all: every view, into a folder");
    view->required();
    if (context.hooks.hasWindow()) {
        std::vector<std::string> names = context.hooks.viewIds();
        names.emplace_back("all");
        view->check(CLI::IsMember(names));
    }
    parser->add_option("--size", options->size, "Width x height in pixels")
        ->check(CLI::Validator(checkSize, "WxH"))
        ->capture_default_str();
    parser->add_option("--theme", options->theme, "Colours")
        ->check(CLI::IsMember({"light", "dark"}))
        ->capture_default_str();
    parser->add_option("--lang", options->request.language, "Language of the texts")
        ->check(CLI::IsMember({"en", "zh"}))
        ->capture_default_str();
    parser
        ->add_option(
            "-o,--output", options->request.output, "PNG file to write, or a folder for all views")
        ->required()
        ->check(notEmpty());
    const GuiHooks hooks = context.hooks;
    return {parser, [options, hooks] { return runRender(*options, hooks); }};
}

} // namespace runlens::app
