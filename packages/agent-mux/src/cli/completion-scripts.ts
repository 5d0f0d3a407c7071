/** The scripts by which a shell asks amux what may come next. No typed word is ever evaluated: each is passed on as it stands. */

const BASH = `# bash completion of amux: source <(amux completion bash)
_amux_complete() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _amux_complete amux
`;

const ZSH = `#compdef amux
# zsh completion of amux: source <(amux completion zsh), or as _amux in a folder of $fpath
_amux() {
  local line
  local -a found items
  found=("\${(@f)$("\${words[1]}" __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${found[@]}"; do
    [[ -n "$line" ]] && items+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#items} )); then
    _describe 'amux' items
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" = _amux ]]; then
  _amux "$@"
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
  compdef _amux amux
fi
`;

const FISH = `# fish completion of amux: amux completion fish | source
function __amux_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    set -l found (command $program __complete $words "$current" 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c amux -f -a '(__amux_complete)'
`;

export const COMPLETION_SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['bash', BASH],
  ['zsh', ZSH],
  ['fish', FISH],
]);
