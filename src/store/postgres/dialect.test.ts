/** Ranks that the database computes, against the library whose ranks they are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateKeyBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import { emptyDatabase } from '../../../test/harness/stores/databases.ts'
import { noDatabase } from '../../../test/harness/transfer/locations.ts'
import { ownFraction } from '../../lib/rank.ts'
import { openPostgres } from '../postgres.ts'
import { postgresDialect } from './dialect.ts'

/** From two digits down to two digits on the other side, so that the letter and each digit change. */
const LARGEST = 'b10'
const SMALLEST = 'Yyz'

function integersDown(): string[] {
  const integers = [LARGEST]
  for (let last: string = LARGEST; last !== SMALLEST; integers.push(last)) last = generateKeyBetween(null, last)
  return integers
}

const items = [1, 35, 2_068_158_873_600_000, Number.MAX_SAFE_INTEGER]

test('the integer before that of a rank is the one that the library computes', { skip: noDatabase }, async t => {
  const { url, drop } = await emptyDatabase(process.env.WORKLOOM_TEST_DATABASE_URL ?? '')
  const store = await openPostgres({ url })
  t.after(() => store.close().then(drop))
  const integers = integersDown()
  const long = ['c000', 'd0000', 'X000', 'W0000', 'Wzzz0', 'A00000000000000000000000001', `z${'0'.repeat(26)}`]
  const expected = new Map<string, string>()
  for (const integer of [...integers, ...long]) {
    const before = generateKeyBetween(null, integer)
    for (const fraction of ['', 'V', '5zz', ...items.map(ownFraction)]) expected.set(`${integer}${fraction}`, before)
  }
  const ranks = [...expected.keys()]
  const { rows } = await sql<{ before: string }>`select ${postgresDialect.integerBefore} as before
    from (select e.rank collate "C" as first, at from unnest(${ranks}::text[]) with ordinality as e (rank, at)) as top
    order by at`.execute(store.read.db)
  assert.deepEqual(
    rows.map(({ before }) => before),
    [...expected.values()],
  )
})
