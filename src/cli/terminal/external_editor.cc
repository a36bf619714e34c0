#include "cli/terminal/external_editor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace fm::cli {
namespace {

std::unexpected<Error> failed(std::string cause) {
  return fail("editor_failed", "The editor did not work. Nothing was sent.", std::move(cause),
              "Set another one, for example: export EDITOR=nano");
}

std::string system_words() { return std::strerror(errno); }

// A file of its own for each text, which nobody else can read. Its path, or why there is none.
Result<std::string> make_file(const Environment& env, std::string_view text) {
  std::string folder = env("TMPDIR");
  if (folder.empty()) folder = "/tmp";
  std::string path = folder + "/folkmoot-brief-XXXXXX.md";
  const int fd = ::mkostemps(path.data(), 3, O_CLOEXEC);
  if (fd < 0) return failed(folder + ": " + system_words());
  bool whole = true;
  while (whole && !text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    whole = count > 0;
    if (whole) text.remove_prefix(static_cast<std::size_t>(count));
  }
  ::close(fd);
  if (whole) return path;
  ::unlink(path.c_str());
  return failed(path + ": " + system_words());
}

Result<std::string> read_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return failed(path + ": " + system_words());
  std::string text;
  std::array<char, 16384> bytes{};
  ssize_t count = 0;
  while ((count = ::read(fd, bytes.data(), bytes.size())) > 0)
    text.append(bytes.data(), static_cast<std::size_t>(count));
  ::close(fd);
  if (count < 0) return failed(path + ": " + system_words());
  return text;
}

// By number: the header of glibc 2.36 declares it for C alone.
int open_pidfd(pid_t child) { return static_cast<int>(::syscall(SYS_pidfd_open, child, 0)); }

std::string how_it_ended(const std::string& command, int status) {
  if (WIFSIGNALED(status)) return fmt::format("{}: {}", command, ::strsignal(WTERMSIG(status)));
  return fmt::format("{} ended with status {}.", command, WEXITSTATUS(status));
}

// We ignore a reader that goes away; what an editor runs, such as `git log | head`, ends by it.
int spawn_shell(pid_t& child, char* const* words) {
  posix_spawnattr_t attributes;
  if (const int error = ::posix_spawnattr_init(&attributes); error != 0) return error;
  sigset_t usual;
  ::sigemptyset(&usual);
  ::sigaddset(&usual, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int error = ::posix_spawn(&child, "/bin/sh", nullptr, &attributes, words, environ);
  ::posix_spawnattr_destroy(&attributes);
  return error;
}

}  // namespace

void forget(const EditedText& edited) { ::unlink(edited.path.c_str()); }

Result<std::unique_ptr<ExternalEditor>> ExternalEditor::begin(Loop& loop, const Environment& env,
                                                              const std::string& text, Done done) {
  std::string command = env("VISUAL");
  if (command.empty()) command = env("EDITOR");
  if (command.empty())
    return fail("editor_none", "No editor is set.", "Neither VISUAL nor EDITOR is set.",
                "Leave with /quit, run export EDITOR=nano, then folkmoot again.");
  std::string file = TRY(make_file(env, text));
  std::unique_ptr<ExternalEditor> editor(
      new ExternalEditor(loop, std::move(command), std::move(file), std::move(done)));
  TRY(editor->run());
  return editor;
}

ExternalEditor::ExternalEditor(Loop& loop, std::string command, std::string file, Done done)
    : loop_(loop), command_(std::move(command)), file_(std::move(file)), done_(std::move(done)) {}

ExternalEditor::~ExternalEditor() {
  watch_.reset();
  if (watched_ >= 0) ::close(watched_);
  if (child_ <= 0) return;
  ::kill(child_, SIGHUP);
  ::waitpid(child_, nullptr, WNOHANG);
}

Result<void> ExternalEditor::run() {
  std::string shell = "sh", option = "-c", script = command_ + " \"$@\"";
  const std::array<char*, 6> words{shell.data(),    option.data(), script.data(),
                                   command_.data(), file_.data(),  nullptr};
  const int error = spawn_shell(child_, words.data());
  if (error == 0) watched_ = open_pidfd(child_);
  if (error != 0 || watched_ < 0) {
    errno = error != 0 ? error : errno;
    if (error != 0) child_ = -1;
    ::unlink(file_.c_str());
    return failed(system_words());
  }
  watch_ = loop_.watch(watched_, FdEvents::kRead, [this](FdEvents) { ended(); });
  return {};
}

// Whoever is told may destroy this object.
void ExternalEditor::ended() {
  watch_.reset();
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  Result<std::string> text =
      status == 0 ? read_file(file_) : Result<std::string>(failed(how_it_ended(command_, status)));
  if (!text) ::unlink(file_.c_str());
  const Done done = std::move(done_);
  if (!text) return done(std::unexpected(std::move(text).error()));
  done(EditedText{*std::move(text), file_});
}

}  // namespace fm::cli
