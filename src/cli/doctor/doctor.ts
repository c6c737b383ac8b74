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
import { type CheckContext, type DoctorCheck, type Finding, type FindingStatus, failure, ok, warning } from './check.ts'
import { checks } from './checks.ts'
import { megabytes } from './contents.ts'

/** For one check. */
const TIMEOUT_MS = 20_000

const SIGNS: Record<FindingStatus, string> = { ok: '✔', warning: '!', failure: '✖' }

export const doctor: Command = {
  words: 'doctor',
  doc: 'check the store, the machine and the network of the server; changes nothing',
  options: [
    ...(['data', 'database-url', 'files', 'key', 'public-url', 'trusted-proxies', 'smtp-url', 'redis-url'] as const),
    ...(['json', 'memory'] as const),
  ],
  required: [],
  async main(settings, program) {
    const findings = await examine(settings, program)
    if (settings.json) program.print(JSON.stringify(findings))
    else for (const finding of findings) program.print(line(finding))
    const count = findings.filter(({ status }) => status === 'failure').length
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
  const [inspection, store] = await storeOf(location)
  const readable = inspection && store.status !== 'failure' ? inspection : null
  const context: CheckContext = { settings, program, location, now: program.clock(), inspection: readable, store }
  const findings: NamedFinding[] = []
  for (const check of checks) {
    const finding = await outcome(check, context)
    if (finding) findings.push({ check: check.name, ...finding })
  }
  await inspection?.close()
  return findings
}

/** Runs a check; an unexpected error and a timeout become findings. */
async function outcome({ run }: DoctorCheck, context: CheckContext): Promise<Finding | undefined> {
  const timedOut = failure('the check timed out', 'find out what it waits for, and try again')
  const finding = await withTimeout(TIMEOUT_MS, Promise.try(run, context), timedOut).catch(error =>
    failure(`the check failed (${(causeOf(error) as Error).message})`, 'fix that, and try again'),
  )
  if (!finding) return undefined
  return { status: finding.status, message: oneLine(finding.message), advice: oneLine(finding.advice) }
}

const oneLine = (text: string) => cleanText(text).replace(/\s+/g, ' ')

function line({ check, status, message, advice }: NamedFinding): string {
  const sentence = advice === '' ? '' : `. ${advice.charAt(0).toUpperCase()}${advice.slice(1).replace(/\.$/, '')}.`
  return `${SIGNS[status]} ${check.padEnd(14)} ${message}${sentence}`
}

/** The store, if it can be opened, and the finding about it. */
async function storeOf(location: CheckContext['location']): Promise<[StoreInspection | null, Finding]> {
  try {
    const inspection = await ('folder' in location
      ? inspectFolder(location.folder)
      : inspectDatabase(location.database))
    return [inspection, await stateOf(inspection, locationName(location))]
  } catch (error) {
    if (error instanceof NoStore) {
      return [
        null,
        failure(
          `there is no Workloom in ${locationName(location)}`,
          'name the location of the data, or start serve there',
        ),
      ]
    }
    const { message } = causeOf(error) as Error
    const advice =
      'folder' in location ? 'restore a backup, or check the disk' : 'check that it is running, and --database-url'
    return [null, failure(`${locationName(location)} cannot be read (${message})`, advice)]
  }
}

async function stateOf(inspection: StoreInspection, name: string): Promise<Finding> {
  const { version } = await currentSchema()
  if (inspection.isIncomplete)
    return failure(`${name} has an incomplete transfer`, 'run the same command again to finish it')
  if (inspection.version > version)
    return failure(`${name} was made by a newer version of Workloom`, 'start that version')
  const moved = await settingOf(inspection.read, MOVED_TO)
  if (moved !== undefined) return failure(`the data of ${name} was moved to ${moved}`, 'use that location')
  const size = inspection.bytes === null ? '' : `, ${megabytes(inspection.bytes)}`
  const message = `${name}, schema ${inspection.version}${size}`
  return inspection.version < version
    ? warning(message, 'the next start migrates it: make a backup first')
    : ok(message)
}
