/** The help texts, made from the commands and the options themselves. */
import { OPTIONS, type OptionName } from '../config/options.ts'
import type { Command } from './command.ts'

const written = (name: OptionName) => (OPTIONS[name].value ? `--${name} ${OPTIONS[name].value}` : `--${name}`)

export function usageOf({ words, doc, options, required }: Command): string {
  const lines = options.map(name => {
    const mark = required.some(other => other === name) ? ' (required)' : ''
    return `  ${written(name).padEnd(22)} ${OPTIONS[name].doc}${mark}`
  })
  return `Usage: workloom ${words} ${required.map(written).join(' ')}`.trimEnd().concat(`

${doc}

${lines.join('\n')}

Each option is also an environment variable: --some-name is WORKLOOM_SOME_NAME, or WORKLOOM_SOME_NAME_FILE for a
file that holds the value.`)
}

export function usage(commands: readonly Command[]): string {
  return `Usage: workloom COMMAND [OPTIONS]

${commands.map(({ words, doc }) => `  ${words.padEnd(22)} ${doc}`).join('\n')}

  --version      Show the version.
  --help         Show this text; after a command, show its options.`
}
