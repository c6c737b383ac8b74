/** Provisioning of ten thousand people: the cost of one request, and whether it grows with their number. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, start } from '../../child.ts'
import type { ReportRow, RowMeasurement } from '../../rows.ts'
import { sizes } from '../../sizes.ts'
import { fillScim, type ScimStore } from '../../stores/scim_content.ts'
import { median, plain } from '../../table.ts'

const PEOPLE = sizes.provisioned
const FEW = 200
const ROUNDS = 20 * sizes.times
const HEAVY_ROUNDS = sizes.times

interface Side extends ScimStore {
  server: Child<{ port: number }>
}

type Call = (method: string, path: string, body?: object) => Promise<{ milliseconds: number; bytes: number }>

/** Sends a request and waits for the last byte of its response. */
function caller({ server, token }: Side): Call {
  const address = `http://127.0.0.1:${server.ready.port}/api/1.0/scim`
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/scim+json',
    'accept-encoding': 'identity',
  }
  return async (method, path, body) => {
    const began = performance.now()
    const answer = await fetch(address + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const { byteLength } = await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
    return { milliseconds: performance.now() - began, bytes: byteLength }
  }
}

async function times(count: number, work: (round: number) => Promise<{ milliseconds: number }>): Promise<number[]> {
  const found: number[] = []
  for (let round = 0; round < count; round++) found.push((await work(round)).milliseconds)
  return found
}

const p95 = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const ranged = (values: number[]) => `${ms(Math.min(...values))}..p95 ${ms(p95(values))}`

const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
const add = (value = '') => ({ op: 'add', path: 'members', value: [{ value }] })
const remove = (value = '') => ({ op: 'remove', path: `members[value eq "${value}"]` })

/** Adds and removes one member, in the large group and the small one in turn. */
async function oneMember(report: ReportRow, { large, small, people }: Side, call: Call) {
  const [one] = people.slice(-1)
  for (const [name, operation, back] of [
    ['add', add(one), remove(one)],
    ['remove', remove(one), add(one)],
  ] as const) {
    const found: Record<string, number[]> = { [large]: [], [small]: [] }
    for (const team of [large, small]) if (name === 'remove') await call('PATCH', `/Groups/${team}`, patch(back))
    for (let round = 0; round < ROUNDS; round++) {
      for (const team of round % 2 ? [large, small] : [small, large]) {
        found[team]?.push((await call('PATCH', `/Groups/${team}`, patch(operation))).milliseconds)
        await call('PATCH', `/Groups/${team}`, patch(back))
      }
    }
    const [many = [], few = []] = [found[large], found[small]]
    const figure = (median(many) / median(few)).toFixed(2)
    const range = `p95 ${ms(p95(many))} / ${ms(p95(few))}`
    await report(plain(`${name} one member: team of 5,000`, 'team of 50', figure, range, '< 2, p95 < 30 ms'))
  }
}

async function largeTeam(report: ReportRow, { large, people }: Side, call: Call) {
  const members = people.slice(0, 5000)
  const swapped = (round: number) => (round % 2 ? add : remove)
  const operations = (round: number) => patch(...members.map(one => swapped(round)(one)))
  const patched = await times(HEAVY_ROUNDS * 2, round => call('PATCH', `/Groups/${large}`, operations(round)))
  await report(plain('PATCH of 5,000 operations', '', ms(median(patched)), ranged(patched), '< 1 s'))
  const sets = [people.slice(0, 5000), people.slice(-5000)]
  const body = (round: number) => ({ displayName: 'Team 0', members: sets[round % 2]?.map(value => ({ value })) })
  const put = await times(HEAVY_ROUNDS * 2, round => call('PUT', `/Groups/${large}`, body(round)))
  await report(plain('PUT of 5,000 members', '', ms(median(put)), ranged(put), '< 1.5 s'))
  const read = await times(ROUNDS, () => call('GET', `/Groups/${large}`))
  await report(plain('GET of 5,000 members', '', ms(median(read)), ranged(read), '< 150 ms'))
}

/** Memory of a process in kilobytes from /proc; NaN where there is none. */
function memory(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  try {
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return Number.NaN
  }
}

async function lists(report: ReportRow, { server }: Side, call: Call) {
  const page = await times(ROUNDS, round => call('GET', `/Users?startIndex=${1 + round * 100}&count=100`))
  await report(plain('page of 100 of 10,000', '', ms(median(page)), ranged(page), 'p95 < 50 ms'))
  const before = memory(server.pid, 'VmRSS')
  const whole = await times(HEAVY_ROUNDS, () => call('GET', '/Users'))
  const grown = (memory(server.pid, 'VmHWM') - before) / 1024
  await report(plain('whole list of 10,000', '', ms(median(whole)), ranged(whole), '< 2 s'))
  await report(plain('memory that the whole list takes', '', `${grown.toFixed(0)} MiB`, '', '≤ 64 MiB'))
}

const filtered = (kind: string, filter: string) => `/${kind}?filter=${encodeURIComponent(filter)}`

async function filters(report: ReportRow, many: Call, few: Call) {
  const lookups: [string, (round: number) => string][] = [
    ['userName', round => filtered('Users', `userName eq "person${round}@example.com"`)],
    ['externalId', round => filtered('Users', `externalId eq "x${round}"`)],
    ['work e-mail', round => filtered('Users', `emails[type eq "work"].value eq "person${round}@example.com"`)],
    ['displayName', () => filtered('Groups', 'displayName eq "team 1"')],
  ]
  for (const [name, path] of lookups) {
    const [here, there]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      here.push((await many('GET', path(round))).milliseconds)
      there.push((await few('GET', path(round))).milliseconds)
    }
    const figure = (median(here) / median(there)).toFixed(2)
    const range = `p95 ${ms(p95(here))} / ${ms(p95(there))}`
    await report(plain(`filter by ${name}: 10,000 people`, `${FEW} people`, figure, range, 'p95 < 20 ms'))
  }
}

export const scim: RowMeasurement = async report => {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-bench-scim-'))
  const sides: Side[] = []
  try {
    for (const count of [PEOPLE, FEW]) {
      const store = await fillScim(join(folder, String(count)), count)
      sides.push({ ...store, server: await start('server.ts', { folder: store.folder }) })
    }
    const [many, few] = sides
    if (!many || !few) return
    const [call, other] = [caller(many), caller(few)]
    await times(ROUNDS, () => call('GET', '/Users?count=10'))
    await lists(report, many, call)
    await filters(report, call, other)
    await oneMember(report, many, call)
    await largeTeam(report, many, call)
  } finally {
    for (const { server } of sides) await server.end()
    rmSync(folder, { recursive: true })
  }
}
