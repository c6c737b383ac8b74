/** `seed check`: reads a seed and loads it into an empty store, which is then discarded. */
import { readFileSync } from 'node:fs'
import { CommandError } from '../config/options.ts'
import { changeCapture } from '../events/change_capture.ts'
import { MAX_ERRORS } from '../exchange/seed/document.ts'
import { SeedRefused } from '../exchange/seed/load_seed.ts'
import { loadSeed, parseSeed, type Seed, type SeedError } from '../exchange/seed/seed.ts'
import { folderFiles } from '../files/folder.ts'
import { removeTemporary, temporaryFolder } from '../files/location.ts'
import type { Clock } from '../lib/clock.ts'
import { randomHex } from '../lib/secret.ts'
import { openSqlite } from '../store/sqlite.ts'
import type { Command, ProgramContext } from './command.ts'

export const seedCheck: Command = {
  words: 'seed check',
  doc: 'check a file with the objects of an emulator, and print the gid of each key as JSON',
  operands: ['FILE'],
  options: [],
  required: [],
  async main({ operands: [file = ''] }, program) {
    const parsed = parseSeed(readText(file), file.endsWith('.json') ? 'json' : 'yaml', file)
    if ('errors' in parsed) throw refusalOf(program, file, parsed.errors)
    await tryToLoad(program, file, parsed.seed)
    program.print(JSON.stringify(parsed.seed.gids, null, 2))
  },
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read: name a file with a seed.`, 2, { cause: error })
  }
}

/** Some mistakes show only together with what is stored, such as a value of a field that a task does not have. */
async function tryToLoad(program: ProgramContext, file: string, seed: Seed): Promise<void> {
  const clock: Clock = seed.clock === null ? program.clock : () => seed.clock ?? 0
  const folder = temporaryFolder()
  const store = await openSqlite({ folder: null, clock, capture: changeCapture })
  try {
    await loadSeed(store, seed, clock, { key: randomHex(32), files: folderFiles(folder) })
  } catch (error) {
    if (!(error instanceof SeedRefused)) throw error
    const errors = error.errors.map(one => ({ ...one, message: `${file}:${one.message}` }))
    throw refusalOf(program, file, errors)
  } finally {
    await store.close()
    removeTemporary({ folder })
  }
}

/** More than the maximum are not listed. */
function errorCount(count: number): string {
  if (count === 1) return 'an error'
  return count < MAX_ERRORS ? `${count} errors` : `${count} errors or more`
}

function refusalOf(program: ProgramContext, file: string, errors: readonly SeedError[]): CommandError {
  for (const { message } of errors) program.printError(message)
  return new CommandError(`${file} has ${errorCount(errors.length)}.`, 2)
}
