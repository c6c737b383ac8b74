/** The help texts, and the table of settings in the documents, from the declarations of commands and options. */
import { OPTIONS, type OptionName } from '../config/options.ts'
import type { Command } from './command.ts'

const optionText = (name: OptionName) => (OPTIONS[name].value ? `--${name} ${OPTIONS[name].value}` : `--${name}`)

export function usageOf({ words, doc, options, operands = [], required }: Command): string {
  const lines = options.map(name => {
    const mark = required.some(other => other === name) ? ' (required)' : ''
    return `  ${optionText(name).padEnd(22)} ${OPTIONS[name].doc}${mark}`
  })
  return `Usage: workloom ${[words, ...operands, ...required.map(optionText)].join(' ')}`.concat(`

${doc}

${lines.join('\n')}

Each option is also an environment variable: --some-name is WORKLOOM_SOME_NAME, or WORKLOOM_SOME_NAME_FILE for a
file that holds the value.`)
}

export function usage(commands: readonly Command[]): string {
  return `Usage: workloom COMMAND [OPTIONS]

${commands.map(({ words, doc }) => `  ${words.padEnd(22)} ${doc}`).join('\n')}

  --version              print the version
  --help                 print this text; after a command, print its options`
}

/** The options of all commands as a Markdown table, with the texts of the help. */
export function settingsTable(commands: readonly Command[]): string {
  const names = Object.keys(OPTIONS) as OptionName[]
  const rows = names.map(name => `| \`${optionText(name)}\` | ${takers(commands, name)} | ${OPTIONS[name].doc} |`)
  return ['| option | of | meaning |', '| ------ | -- | ------- |', ...rows].join('\n')
}

/** The commands that take an option; for one that most take, the exceptions. */
function takers(commands: readonly Command[], name: OptionName): string {
  const [takers = [], others = []] = [true, false].map(takes =>
    commands.filter(({ options }) => options.includes(name) === takes).map(({ words }) => `\`${words}\``),
  )
  if (others.length === 0) return 'all'
  return others.length < 5 ? `all but ${others.join(', ')}` : takers.join(', ')
}
