/** The values of a budget are those of a second computation, on fractions, for random entries, rates and allocations. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/harness/engine.ts'
import { ok } from '../../../test/harness/sample.ts'
import { capacityOffice } from '../../../test/harness/samples/capacity.ts'
import { insertAll } from '../../store/change.ts'

const DECIMALS = 20

/** A decimal text with up to 20 digits before and after the point. */
const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), fc.stringMatching(/^[0-9]{0,20}$/))
  .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`))

const statuses = ['billable', 'nonBillable', 'notApplicable'] as const
const person = fc.nat({ max: 2 })
const entry = fc.record({ person, minutes: fc.integer({ min: 1, max: 527_040 }), status: fc.constantFrom(...statuses) })
const day = fc.nat({ max: 60 })
const plan = fc.record({
  ...{ person, start: day, days: day, hours: fc.nat({ max: 10_000 }) },
  type: fc.constantFrom('hours', 'percent'),
})
const filters = { billable: ['billable'], non_billable: ['nonBillable'], any: [...statuses] } as const
const budget = fc.record({
  type: fc.constantFrom('time', 'cost'),
  filter: fc.constantFrom(...(Object.keys(filters) as (keyof typeof filters)[])),
})

interface Fraction {
  over: bigint
  under: bigint
}

const add = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})

/** A decimal text as a fraction. */
function fractionOf(text: string): Fraction {
  const [whole = '', fraction = ''] = text.split('.')
  return { over: BigInt(whole + fraction), under: 10n ** BigInt(fraction.length) }
}

/** A fraction as decimal text with 20 decimals, digit by digit, the last one rounded; without zeros at the end. */
function textOf({ over, under }: Fraction): string {
  let rest = over % under
  let digits = `${over / under}`
  for (let place = 0; place < DECIMALS; place++) {
    rest *= 10n
    digits += rest / under
    rest %= under
  }
  if (rest * 2n >= under) digits = `${BigInt(digits) + 1n}`.padStart(digits.length, '0')
  const [whole, fraction] = [digits.slice(0, -DECIMALS), digits.slice(-DECIMALS).replace(/0+$/, '')]
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** What minutes are in a budget: themselves, or their price at the rate of the person. */
function priced(type: string, minutes: Fraction, rate: string | null): Fraction {
  if (type === 'time') return minutes
  const { over, under } = fractionOf(rate ?? '0')
  return { over: minutes.over * over, under: minutes.under * under * 60n }
}

const dateOf = (offset: number): string => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10)

/** The days from Monday to Friday, counted one by one. */
function workingDays(start: number, days: number): bigint {
  let count = 0n
  for (let at = start; at <= start + days; at++) {
    const weekday = new Date(Date.UTC(2026, 0, 1 + at)).getUTCDay()
    if (weekday !== 0 && weekday !== 6) count += 1n
  }
  return count
}

const zero: Fraction = { over: 0n, under: 1n }

test('actual and estimated values are exact for any entries, allocations and rates', async () => {
  const { ann, ben, editor, workspace, store, sendText } = await capacityOffice()
  const people = [ann, ben, editor]
  const rates = fc.array(fc.option(decimal), { minLength: 3, maxLength: 3 })
  const input = [fc.array(entry, { maxLength: 12 }), fc.array(plan, { maxLength: 5 }), rates, budget] as const
  const property = fc.asyncProperty(...input, async (entries, plans, rateOf, { type, filter }) => {
    const parent = await ann.create('/projects', { workspace, name: 'Random', privacy_setting: 'private' })
    const task = await ann.create('/tasks', { name: 'Task', projects: [parent] })
    for (const [at, rate] of rateOf.entries()) {
      const members = JSON.stringify({ parent, resource: people[at]?.gid }).slice(0, -1)
      if (rate !== null) await ok(sendText(ann, 'POST', '/rates', `{"data":${members},"rate":${rate}}}`))
    }
    await store.write(tx =>
      insertAll(
        tx,
        'time_tracking_entries',
        entries.map(({ person, minutes, status }) => ({
          ...{ gid: tx.gid(), workspace: Number(workspace), task: Number(task), attributable_to: Number(parent) },
          ...{ category: null, duration_minutes: minutes, entered_on: '2026-01-05', week: 2922, description: '' },
          ...{ billable_status: status, created_by: Number(people[person]?.gid), created_at: tx.now },
        })),
      ),
    )
    for (const { person, start, days, hours, type } of plans) {
      const dates = { start_date: dateOf(start), end_date: dateOf(start + days) }
      const effort = { type, value: `${hours / 100}` }
      await ann.create('/allocations', { parent, assignee: people[person]?.gid, ...dates, effort })
    }
    const estimate = { enabled: true, source: 'capacity_plans' }
    const actual = { billable_status_filter: filter }
    const body = { parent, budget_type: type, estimate, actual }
    const shown = await ok(ann.post('/budgets', body))
    const selected = entries.filter(({ status }) => (filters[filter] as readonly string[]).includes(status))
    const spent = selected.map(({ person, minutes }) =>
      priced(type, { over: BigInt(minutes), under: 1n }, rateOf[person] ?? null),
    )
    const planned = plans.map(one => {
      const perDay = one.type === 'hours' ? 60n : 480n
      const minutes = BigInt(one.hours) * perDay * workingDays(one.start, one.days)
      return priced(type, { over: minutes, under: one.type === 'hours' ? 100n : 10_000n }, rateOf[one.person] ?? null)
    })
    for (const [part, values] of [
      ['actual', spent],
      ['estimate', planned],
    ] as const) {
      const value = textOf(values.reduce(add, zero))
      const found = new RegExp(`"${part}":\\{[^}]*"value":([^,]*),`).exec(shown.text)?.[1]
      assert.equal(found, value, part)
    }
  })
  await fc.assert(property, { numRuns: times(40) })
})
