/** Variables by which programs load or run something, which no rule may name, and harmless ones. */

const NAMES: ReadonlySet<string> = new Set(
  `PATH HOME IFS ENV SHELL SHELLOPTS BASHOPTS PS0 PS1 PS2 PS3 PS4 CDPATH GLOBIGNORE FPATH MANPATH EDITOR VISUAL PAGER BROWSER TMPDIR TEMP TMP
  FIGNORE HISTFILE INPUTRC TERMINFO TERMCAP DISPLAY LESS LESSOPEN LESSCLOSE MORE MAKE MAKEFILES MAKEFLAGS GNUMAKEFLAGS CC CXX LD AR AS GOROOT GOPATH GOBIN
  GOPROXY GOFLAGS R_HOME CLASSPATH PWD OLDPWD USER LOGNAME UID EUID OPTIND OPTARG RANDOM REPLY GCONV_PATH HOSTALIASES LOCALDOMAIN
  MALLOC_CHECK_ NIX_PATH SSLKEYLOGFILE ZDOTDIR POSIXLY_CORRECT EXECIGNORE COMP_LINE NULLCMD READNULLCMD TMOUT TRAPDEBUG http_proxy
  https_proxy all_proxy ftp_proxy no_proxy PYTEST_ADDOPTS RSYNC_RSH GCC_EXEC_PREFIX PSQLRC R_PROFILE_USER R_PROFILE R_ENVIRON R_ENVIRON_USER AWKPATH AWKLIBPATH
  ZIPOPT UNZIP cdpath fpath manpath mailpath fignore aliases galiases saliases functions commands builtins options parameters`.split(
    /\s+/,
  ),
);

/** Matches whole families: the loaders, the shells, Git, the package managers and the interpreters. */
const FAMILIES =
  /^(?:LD_|DYLD_|BASH_|ZSH_|KSH_|FISH_|GIT_|SSH_|GPG_|SVN_|HG|NPM_|npm_|YARN_|PNPM_|BUN_|DENO_|NODE_(?!ENV$)|PYTHON|PIP_|UV_|VIRTUAL_ENV|CONDA_|PERL|RUBY|GEM_|BUNDLE|RAILS_(?!ENV$)|RACK_(?!ENV$)|PHP|LUA_|JAVA|JDK_|_JAVA|MAVEN_|MVN_|GRADLE_|KOTLIN_|SBT_|CARGO_|RUSTC|RUSTFLAGS|RUSTDOC|GO[A-Z]*FLAGS|CGO_|DOCKER_|KUBE|AWS_|AZURE_|GOOGLE_|GLIBC_|MALLOC_|ASAN_|UBSAN_|QT_|GTK_|GIO_|XDG_|OPENSSL_|SSL_|CURL_|WGET|MAN|SUDO_|LC_ALL_|AMUX_|COMSPEC|PSMODULE)/;

/** Matches words that name what is loaded or run, wherever they stand. */
const PARTS =
  /(?:^|_)(?:PATH|PATHS|HOME|ROOT|DIR|OPTIONS|OPTS|OPT|FLAGS|ARGS|SHELL|EDITOR|PAGER|BROWSER|COMMAND|CMD|PRELOAD|ASKPASS|PROXY|CONFIG|CONF|RC|RCFILE|EXEC|EXECUTABLE|BIN|BINARY|WRAPPER|COMPILER|LINKER|INTERPRETER|HOOK|HOOKS|PLUGIN|PLUGINS|INIT|STARTUP|LIBRARY|LIB|LIBS|MODULE|MODULES|LOADER|IMPORT|REQUIRE|INCLUDE|FILE|URL|REGISTRY|INDEX|HOST)$/i;

/** Whether this variable makes it impossible to know what a command does from its beginning. */
export function steersPrograms(name: string): boolean {
  return NAMES.has(name) || FAMILIES.test(name) || PARTS.test(name);
}

/** Matches variables that only decide how a program prints, and how much. */
const HARMLESS =
  /^(?:CI|NODE_ENV|LANG|LANGUAGE|LC_(?:ALL|COLLATE|CTYPE|MESSAGES|MONETARY|NUMERIC|TIME)|TZ|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|DEBUG|VERBOSE|LOG_LEVEL|RUST_BACKTRACE|RUST_LOG)$/;

// Make puts values into the lines that it gives to a shell, and some programs take them for a part of a file's name.
const PLAIN_VALUE = /^(?!.*\.\.)(?:[\w*][\w.,:*@+/-]*)?$/;

/** Whether a variable may be set before a command though no rule names it. */
export function isHarmlessVariable(name: string, value: string): boolean {
  return HARMLESS.test(name) && PLAIN_VALUE.test(value);
}

/** Whether the name is one of the line itself, such as that of a loop: names that programs read have capitals or `_`. */
export function isOfLine(name: string): boolean {
  return /^[a-z][a-z0-9]*$/.test(name) && !steersPrograms(name);
}
