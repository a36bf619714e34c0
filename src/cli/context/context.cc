#include "cli/context/context.h"

#include <algorithm>
#include <filesystem>

#include "cli/context/report_error.h"

namespace fm::cli {
namespace {

constexpr std::size_t kWidest = 100;

}  // namespace

OpenRequest Context::to_open(std::string_view command) const {
  return {.globals = globals,
          .folder = folder,
          .command = "folkmoot " + std::string(command),
          .paced = terminal.on.stdout_tty && !globals.quiet};
}

std::string Context::absolute(const std::string& path) const {
  if (path.empty()) return path;
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

std::size_t Context::columns() const {
  if (!terminal.on.stdout_tty) return kWidest;
  return std::clamp<std::size_t>(terminal.size.columns - 1, 20, kWidest);
}

Result<OpenedService> look_at_store(const Context& context) {
  return context.backend.look(context.to_open(""), context.loop);
}

bool is_no_store(const Error& error) { return error.code == "store_empty"; }

int report(const Error& error, const Context& context) {
  context.err.write(context.json()
                        ? error_json(error)
                        : error_text(error, context.columns(), context.terminal.charset));
  return status_of(error);
}

void report_notice(const Error& notice, const Context& context) {
  context.err.write(context.json()
                        ? error_json(notice, "notice")
                        : error_text(notice, context.columns(), context.terminal.charset));
}

bool print(const Lines& lines, Context& context) {
  const Terminal& terminal = context.terminal;
  std::string out;
  for (const Line& line : lines)
    out += (terminal.colour    ? paint(line)
            : terminal.redraws ? paint(line, Colours::kNone)
                               : plain(line)) +
           "\n";
  return context.out.write_all(std::move(out));
}

bool print_json(const JsonObject& object, Context& context) {
  return context.out.write_all(canonical(Json(object)) + "\n");
}

}  // namespace fm::cli
