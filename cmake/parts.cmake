# Libraries from outside (Debian packages, see ./dev) and the modules that use them. Their headers
# are system headers: no warnings from them.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)  # headers only
find_package(OpenSSL 3 REQUIRED)
find_package(CURL 7.88 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(yaml-cpp 0.7 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
foreach(part re2 libutf8proc libzstd sqlite3 md4c)
  pkg_check_modules(${part} REQUIRED IMPORTED_TARGET ${part})
endforeach()

set(FM_PARTS_base Boost::headers fmt::fmt yaml-cpp OpenSSL::Crypto PkgConfig::libutf8proc)
set(FM_PARTS_reading PkgConfig::re2)
set(FM_PARTS_loop Threads::Threads)
set(FM_PARTS_net CURL::libcurl)
set(FM_PARTS_engine PkgConfig::sqlite3 PkgConfig::libzstd)
set(FM_PARTS_team PkgConfig::md4c)
set(FM_PARTS_cli CLI11::CLI11)
