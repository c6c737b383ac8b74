/** Picks the command that was asked for, runs it, and turns what went wrong into one sentence and an exit code. */
import { misuse, OPTIONS, Refusal } from '../config/options.ts'
import { settingsFrom } from '../config/settings.ts'
import { clean, cleanText } from '../observe/redact.ts'
import { administratorAdd, administratorList, administratorRemove } from './administrator.ts'
import type { Command, Program } from './command.ts'
import { backup } from './copy/backup.ts'
import { move } from './copy/move.ts'
import { restore } from './copy/restore.ts'
import { doctor } from './doctor/doctor.ts'
import { keyRotate } from './key/rotate.ts'
import { organizationRename } from './organization_rename.ts'
import { rightsRepair } from './rights_repair.ts'
import { serve } from './serve.ts'
import { serviceAccountCreate } from './service_account.ts'
import { setup } from './setup.ts'
import { signInLink } from './sign_in_link.ts'
import { tokenCreate } from './token.ts'
import { trashList, trashRestore } from './trash.ts'
import { usage, usageOf } from './usage.ts'

export const commands: readonly Command[] = [
  serve,
  setup,
  signInLink,
  tokenCreate,
  serviceAccountCreate,
  organizationRename,
  administratorAdd,
  administratorRemove,
  administratorList,
  trashList,
  trashRestore,
  move,
  backup,
  restore,
  keyRotate,
  rightsRepair,
  doctor,
]

/** Runs the command that `args` names; answers the exit code. */
export async function run(args: string[], program: Program): Promise<number> {
  try {
    await choose(args, program)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) {
      // Nobody foresaw this one: whoever has to find out needs the trace, as one line for the log.
      program.complain(JSON.stringify(clean({ level: 'error', cause: error })))
      return 1
    }
    program.complain(`workloom: ${error.message}`)
    return error.exitCode
  }
}

async function choose(args: string[], program: Program): Promise<void> {
  const [first] = args
  if (first === '--version') return program.print(program.version)
  if (first === undefined || ['--help', '-h', 'help'].includes(first)) return program.print(usage(commands))
  // `workers 3` is what people say who mean `serve --workers 3`.
  if (first === 'workers' && /^\d+$/.test(args[1] ?? '')) {
    return choose(['serve', '--workers', args[1] ?? '', ...args.slice(2)], program)
  }
  const command = commands.find(({ words }) => words === args.slice(0, words.split(' ').length).join(' '))
  if (!command) {
    const words = args.slice(0, 2).filter(word => !word.startsWith('-'))
    throw misuse(
      `Unknown command ${JSON.stringify(cleanText(words.join(' ') || first))}. Run workloom --help for the list.`,
    )
  }
  await call(command, args.slice(command.words.split(' ').length), program)
}

async function call(command: Command, args: string[], program: Program): Promise<void> {
  const { words, options, required } = command
  // Asked for help, nothing else on the line matters, not even a mistake.
  if (args.includes('--help') || args.includes('-h')) return program.print(usageOf(command))
  const settings = settingsFrom(options, args, program.environment)
  for (const name of required) {
    if (settings[name] === undefined) {
      throw misuse(`${words} needs --${name} ${OPTIONS[name].value}. Run workloom ${words} --help for all options.`)
    }
  }
  await command.run(settings, program)
}
