/**
 * `doctor`: checks an installation and prints one line for each check.
 * Invariants:
 * - it works with and without a running server;
 * - it changes nothing;
 * - it prints no secret.
 */
import { CommandError } from '../../config/options.ts'
import type { Settings } from '../../config/settings.ts'
import { withTimeout } from '../../lib/clock.ts'
import { causeOf } from '../../lib/errors.ts'
import { cleanText } from '../../observe/redact.ts'
import { inspectDatabase, inspectFolder, type StoreInspection } from '../../store/inspect.ts'
import { NoStore } from '../../store/migrate.ts'
import { settingOf } from '../../store/queries/settings.ts'
import { locationName } from '../../store/transfer/location.ts'
import { currentSchema } from '../../store/transfer/schema.ts'
import { MOVED_TO } from '../../store/transfer/setting.ts'
import type { Command, ProgramContext } from '../command.ts'
import { bad, type CheckContext, type DoctorCheck, doubtful, type Finding, type FindingStatus, good } from './check.ts'
import { checks } from './checks.ts'
import { megabytes } from './contents.ts'

/** For one check. */
const TIMEOUT_MS = 20_000

const SIGNS: Record<FindingStatus, string> = { good: '✔', doubtful: '!', bad: '✖' }

export const doctor: Command = {
  words: 'doctor',
  doc: 'check the store, the machine and the network of the server; changes nothing',
  options: [
    ...(['data', 'database-url', 'key', 'public-url', 'trusted-proxies', 'smtp-url', 'redis-url'] as const),
    ...(['json', 'memory'] as const),
  ],
  required: [],
  async main(settings, program) {
    const findings = await examine(settings, program)
    if (settings.json) program.print(JSON.stringify(findings))
    else for (const finding of findings) program.print(line(finding))
    const count = findings.filter(({ mark }) => mark === 'bad').length
    if (count > 0) throw new CommandError(`${count} of ${findings.length} checks failed.`)
  },
}

interface NamedFinding extends Finding {
  check: string
}

async function examine(settings: Settings, program: ProgramContext): Promise<NamedFinding[]> {
  const { location } = settings
  if (location === 'memory')
    throw new CommandError('A store in memory cannot be checked: name a folder with --data.', 2)
  const [look, store] = await storeOf(location)
  const readable = look && store.mark !== 'bad' ? look : null
  const scene: CheckContext = { settings, program, place: location, now: program.clock(), look: readable, store }
  const findings: NamedFinding[] = []
  for (const check of checks) {
    const finding = await outcome(check, scene)
    if (finding) findings.push({ check: check.name, ...finding })
  }
  await look?.close()
  return findings
}

/** Runs a check; an unexpected error and a timeout become findings. */
async function outcome({ look }: DoctorCheck, scene: CheckContext): Promise<Finding | undefined> {
  const late = bad('the check timed out', 'find out what it waits for, and try again')
  const finding = await withTimeout(TIMEOUT_MS, Promise.try(look, scene), late).catch(error =>
    bad(`the check failed (${(causeOf(error) as Error).message})`, 'fix that, and try again'),
  )
  if (!finding) return undefined
  return { mark: finding.mark, found: oneLine(finding.found), todo: oneLine(finding.todo) }
}

const oneLine = (text: string) => cleanText(text).replace(/\s+/g, ' ')

function line({ check, mark, found, todo }: NamedFinding): string {
  const advice = todo === '' ? '' : `. ${todo.charAt(0).toUpperCase()}${todo.slice(1).replace(/\.$/, '')}.`
  return `${SIGNS[mark]} ${check.padEnd(14)} ${found}${advice}`
}

/** The store, if it can be opened, and the finding about it. */
async function storeOf(place: CheckContext['place']): Promise<[StoreInspection | null, Finding]> {
  try {
    const look = await ('folder' in place ? inspectFolder(place.folder) : inspectDatabase(place.database))
    return [look, await stateOf(look, locationName(place))]
  } catch (error) {
    if (error instanceof NoStore) {
      return [
        null,
        bad(`there is no Workloom in ${locationName(place)}`, 'name the location of the data, or start serve there'),
      ]
    }
    const { message } = causeOf(error) as Error
    const todo =
      'folder' in place ? 'restore a backup, or check the disk' : 'check that it is running, and --database-url'
    return [null, bad(`${locationName(place)} cannot be read (${message})`, todo)]
  }
}

async function stateOf(look: StoreInspection, name: string): Promise<Finding> {
  const { version } = await currentSchema()
  if (look.isIncomplete) return bad(`${name} has an incomplete transfer`, 'run the same command again to finish it')
  if (look.version > version) return bad(`${name} was made by a newer version of Workloom`, 'start that version')
  const moved = await settingOf(look.read, MOVED_TO)
  if (moved !== undefined) return bad(`the data of ${name} was moved to ${moved}`, 'use that location')
  const size = look.bytes === null ? '' : `, ${megabytes(look.bytes)}`
  const found = `${name}, schema ${look.version}${size}`
  return look.version < version ? doubtful(found, 'the next start migrates it: make a backup first') : good(found)
}
