/** Selects and runs a command, and turns its error into one sentence and an exit code. */
import { CommandError, OPTIONS, usageError } from '../config/options.ts'
import { settingsFrom } from '../config/settings.ts'
import { clean, cleanText } from '../observe/redact.ts'
import type { Command, ProgramContext } from './command.ts'
import { usage, usageOf } from './usage.ts'

/** By name, in the order of the help. A command is loaded when it is called, without the dependencies of others. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  'emulator env': async () => (await import('./emulator/env.ts')).emulatorEnv,
  emulator: async () => (await import('./emulator/emulator.ts')).emulator,
  setup: async () => (await import('./setup.ts')).setup,
  demo: async () => (await import('./demo.ts')).demo,
  'sign-in-link': async () => (await import('./sign_in_link.ts')).signInLink,
  'token create': async () => (await import('./token.ts')).tokenCreate,
  'service-account create': async () => (await import('./service_account.ts')).serviceAccountCreate,
  'organization rename': async () => (await import('./organization_rename.ts')).organizationRename,
  'administrator add': async () => (await import('./administrator.ts')).administratorAdd,
  'administrator remove': async () => (await import('./administrator.ts')).administratorRemove,
  'administrator list': async () => (await import('./administrator.ts')).administratorList,
  'trash list': async () => (await import('./trash.ts')).trashList,
  'trash restore': async () => (await import('./trash.ts')).trashRestore,
  move: async () => (await import('./transfer/move.ts')).move,
  backup: async () => (await import('./transfer/backup.ts')).backup,
  restore: async () => (await import('./transfer/restore.ts')).restore,
  'key rotate': async () => (await import('./key/rotate.ts')).keyRotate,
  'search repair': async () => (await import('./search_repair.ts')).searchRepair,
  'rights repair': async () => (await import('./rights_repair.ts')).rightsRepair,
  'seed check': async () => (await import('./seed_check.ts')).seedCheck,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  login: async () => (await import('./remote/login.ts')).login,
  whoami: async () => (await import('./remote/whoami.ts')).whoami,
  api: async () => (await import('./remote/api.ts')).api,
}

export const allCommands = (): Promise<Command[]> => Promise.all(Object.values(COMMANDS).map(load => load()))

/** Runs the command that `args` names; returns the exit code. */
export async function run(args: string[], program: ProgramContext): Promise<number> {
  try {
    await choose(args, program)
    return 0
  } catch (error) {
    if (!(error instanceof CommandError)) {
      // An unexpected error is logged with its stack trace, as one line.
      program.printError(JSON.stringify(clean({ level: 'error', cause: error })))
      return 1
    }
    program.printError(`workloom: ${error.message}`)
    return error.exitCode
  }
}

async function choose(args: string[], program: ProgramContext): Promise<void> {
  const [first] = args
  if (first === '--version') return program.print(program.version)
  if (first === undefined || ['--help', '-h', 'help'].includes(first)) return program.print(usage(await allCommands()))
  // `workers 3` is accepted for `serve --workers 3`.
  if (first === 'workers' && /^\d+$/.test(args[1] ?? '')) {
    return choose(['serve', '--workers', args[1] ?? '', ...args.slice(2)], program)
  }
  const found = Object.entries(COMMANDS).find(([words]) => words === args.slice(0, words.split(' ').length).join(' '))
  if (!found) {
    const words = args.slice(0, 2).filter(word => !word.startsWith('-'))
    throw usageError(
      `Unknown command ${JSON.stringify(cleanText(words.join(' ') || first))}. Run workloom --help for the list.`,
    )
  }
  const [words, load] = found
  await runCommand(await load(), args.slice(words.split(' ').length), program)
}

async function runCommand(command: Command, args: string[], program: ProgramContext): Promise<void> {
  const { words, options, operands, required, implied = [] } = command
  // Help takes precedence over everything else on the line, including mistakes.
  if (args.includes('--help') || args.includes('-h')) return program.print(usageOf(command))
  const settings = settingsFrom(options, [...implied, ...args], program.environment, operands)
  for (const name of required) {
    if (settings[name] === undefined) {
      throw usageError(`${words} needs --${name} ${OPTIONS[name].value}. Run workloom ${words} --help for all options.`)
    }
  }
  await command.main(settings, program)
}
