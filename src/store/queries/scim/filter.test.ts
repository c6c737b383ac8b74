import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../../../test/harness/engine.ts'
import { type Comparison, compileFilter, type FilterColumns, type FilterCondition } from './filter.ts'

const store = await openStore({ clock: () => 0 })
after(() => store.close())

/** Three rows with a text, which is null in one of them, and a number. */
const rows = sql`with r as materialized (select 1 as gid, 'Ann' as name, 5 as size union all select 2, 'É 100%_''"', 10
  union all select 20, null, 15)`

const table: FilterColumns = {
  columns: {
    id: { as: 'gid', at: sql`r.gid` },
    name: { as: 'text', at: sql`r.name` },
    code: { as: 'exact', at: sql`r.name` },
    size: { as: 'number', at: sql`r.size` },
  },
  parts: {
    tags: {
      columns: [{ value: { as: 'exact', at: sql`x.value` } }],
      rows: ([where]) => sql`r.gid in (select 20 from (select 'red' as value) x where ${where ?? sql`1 = 0`})`,
    },
  },
}

async function met(condition: FilterCondition): Promise<number[]> {
  const where = compileFilter(store.read.db.dialect, table, 1, condition)
  const found = await sql<{ gid: number }>`${rows} select r.gid as gid from r where ${where} order by r.gid`.execute(
    store.read.db,
  )
  return found.rows.map(row => row.gid)
}

const is = (column: string, how: Comparison, value: string | number): FilterCondition => ({
  is: 'compared',
  column,
  how,
  value,
})

const cases: [FilterCondition, number[]][] = [
  [is('name', 'eq', 'aNN'), [1]],
  [is('code', 'eq', 'aNN'), []],
  [is('name', 'ne', 'ann'), [2, 20]],
  [is('name', 'sw', 'é'), [2]],
  [is('name', 'co', '%_'), [2]],
  [is('name', 'co', '%'), [2]],
  [is('name', 'co', ''), [1, 2]],
  [is('name', 'ew', `'"`), [2]],
  [is('name', 'eq', `' or 1 = 1 --`), []],
  [is('name', 'lt', 'b'), [1]],
  [is('size', 'ge', 10), [2, 20]],
  [is('id', 'eq', '2'), [2]],
  [is('id', 'eq', '02'), []],
  [is('id', 'ne', 'x'), [1, 2, 20]],
  [is('id', 'sw', '2'), [2, 20]],
  [{ is: 'present', column: 'name' }, [1, 2]],
  [{ is: 'not', of: is('name', 'eq', 'ann') }, [2, 20]],
  [{ is: 'not', of: is('name', 'ew', 'n') }, [2, 20]],
  [{ is: 'part', parts: 'tags', where: is('value', 'eq', 'red') }, [20]],
  [{ is: 'part', parts: 'tags', where: null }, [20]],
  [{ is: 'not', of: { is: 'part', parts: 'tags', where: is('value', 'eq', 'blue') } }, [1, 2, 20]],
]

for (const [condition, expected] of cases) {
  test(`the filter ${JSON.stringify(condition)} finds ${expected.join(' and ') || 'nothing'}`, async () => {
    assert.deepEqual(await met(condition), expected)
  })
}

test('a filter of two thousand terms stays within the expression depth of the engine', async () => {
  const of = Array.from({ length: 2000 }, (_, index) => is('id', 'eq', String(index + 1)))
  assert.deepEqual(await met({ is: 'any', of }), [1, 2, 20])
  assert.deepEqual(await met({ is: 'all', of: of.map(one => ({ is: 'not', of: one })) }), [])
})

test('a filter with an unknown column throws', () => {
  assert.throws(() => compileFilter(store.read.db.dialect, table, 1, is('constructor', 'eq', 'x')), /No column/)
})
