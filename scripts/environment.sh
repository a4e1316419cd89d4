# shellcheck shell=bash
# Sourced by the scripts beside it: the private environment in .venv, and packages of Debian.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
python=$root/.venv/bin/python
# Tests start many processes: what they load is compiled once, and beside the tree, not in it.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX=$root/.venv/compiled

say() {
    printf '%s\n' "$*" >&2
}

give_up() {
    say "$@"
    exit 1
}

# Make .venv and install the project with one extra of pyproject.toml; nothing where that was done before.
prepare() {
    local extra=$1
    local stamp=$root/.venv/installed-$extra wanted
    wanted="$root $(cksum <"$root/pyproject.toml")"
    has_python "$python" || make_environment
    if [[ -f $stamp && $(<"$stamp") == "$wanted" ]]; then
        return
    fi
    say "Installing what pyproject.toml asks for ($extra) into .venv; the first time takes a minute or two."
    (cd "$root" && pip install --constraint constraints.txt --editable ".[$extra]")
    local covered
    for covered in sandbox test check; do # each contains the ones before it
        printf '%s\n' "$wanted" >"$root/.venv/installed-$covered"
        [[ $covered != "$extra" ]] || break
    done
}

make_environment() {
    local base candidate
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        if has_python "$candidate"; then
            base=$candidate
            break
        fi
    done
    [[ -n ${base:-} ]] || give_up "Speltafel needs Python 3.11 or newer. PYTHON=/path/to/python names one."
    # Debian keeps this part of Python in a package of its own.
    if ! "$base" -c 'import ensurepip' 2>/dev/null; then
        local package
        package=$("$base" -c 'import sys; print("python{}.{}-venv".format(*sys.version_info))')
        apt_install "$package" ||
            give_up "Python cannot make environments here. On Debian and Ubuntu: sudo apt-get install $package"
    fi
    "$base" -m venv --clear "$root/.venv"
}

# Python compiles what it loads, when it does: less than half of what is installed. What pip itself is made of was
# compiled where it lies.
pip() {
    PIP_COMPILE=0 env -u PYTHONPYCACHEPREFIX "$python" -m pip --quiet --disable-pip-version-check "$@"
}

has_python() {
    [[ -n $1 ]] && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# Install packages of Debian where that can be done without asking anybody; otherwise fail.
apt_install() {
    command -v apt-get >/dev/null || return 1
    [[ $EUID -eq 0 ]] || sudo -n true 2>/dev/null || return 1
    say "Installing $* with apt."
    as_root apt-get update -qq || true # a source that is away may not be the one that is needed
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >/dev/null
}

as_root() {
    if [[ $EUID -eq 0 ]]; then
        "$@"
    else
        sudo -n "$@"
    fi
}
