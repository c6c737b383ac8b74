/** Compares the words of names with the rows that they derive from, page by page, and corrects them. */
import { sql } from 'kysely'
import type { Name } from '../../names.ts'
import { deleteRows, insertAll, lockRows } from '../change.ts'
import type { Reader, Statement, Store } from '../db.ts'
import { tableOf, workspaceColumnOf } from '../queries/objects.ts'
import { statement } from '../statement.ts'
import { members, type NamedMember, type NameWord, namedTypes, wordsOfName } from './names.ts'

const PAGE_ROWS = 500

interface NameSource {
  type: Name
  /** The next gids, in order. */
  page: Statement<{ gid: number }>
  /** The names of some of them. */
  names: Statement<NamedMember>
  /** Objects with words that no longer exist. */
  orphans: Statement<{ object: number }>
}

const namesOf = (type: Name): Statement<NamedMember> =>
  statement(
    (param, { dialect }) => sql<NamedMember>`select t.gid as gid, t.name as name,
      ${sql.ref(`t.${workspaceColumnOf(type)}`)} as workspace from ${sql.table(tableOf(type))} t
      where ${dialect.isAmong(sql.ref('t.gid'), param('gids'))}`,
  )

const sourceOf = (type: Name, names: Statement<NamedMember>): NameSource => ({
  ...{ type, names },
  page: statement(
    param => sql<{ gid: number }>`select gid from ${sql.table(tableOf(type))} where gid > ${param('after')}
      order by gid limit ${sql.lit(PAGE_ROWS)}`,
  ),
  orphans: statement(
    () => sql<{ object: number }>`select distinct object from name_words where resource_type = ${sql.lit(type)}
      and object not in (select gid from ${sql.table(tableOf(type))})`,
  ),
})

const sources = [...namedTypes.map(type => sourceOf(type, namesOf(type))), sourceOf('user', members)]

const wordsAmong: Statement<NameWord> = statement(
  (
    param,
    { dialect },
  ) => sql<NameWord>`select n.workspace as workspace, n.resource_type as resource_type, n.word as word,
    n.object as object from name_words n where ${dialect.isAmong(sql.ref('n.object'), param('gids'))}`,
)

const keyOf = ({ workspace, resource_type, word }: NameWord) => `${workspace} ${resource_type} ${word}`

const keysByObject = (words: readonly NameWord[]): Map<number, string> =>
  new Map([...Map.groupBy(words, one => one.object)].map(([gid, own]) => [gid, own.map(keyOf).sort().join('\n')]))

/** The objects whose words are wrong, and the right ones. */
async function differencesAmong(reader: Reader, { type, names }: NameSource, all: readonly number[]) {
  const gids = reader.db.dialect.set(all)
  const right = (await reader.all(names, { gids })).flatMap(row => wordsOfName(type, row.workspace, row))
  const [stored, derived] = [keysByObject(await reader.all(wordsAmong, { gids })), keysByObject(right)]
  const objects = all.filter(gid => stored.get(gid) !== derived.get(gid))
  return { objects, words: right.filter(({ object }) => objects.includes(object)) }
}

/** The objects of a source whose words differ, in pages. */
async function* wrongObjects(reader: Reader, source: NameSource): AsyncGenerator<number[]> {
  yield (await reader.all(source.orphans, {})).map(({ object }) => object)
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: number[] = (await reader.all(source.page, { after })).map(({ gid }) => gid)
    yield (await differencesAmong(reader, source, page)).objects
    after = page.length < PAGE_ROWS ? undefined : page.at(-1)
  }
}

/** The number of objects whose words are missing, outdated or left over. */
export async function countNameDifferences(reader: Reader): Promise<number> {
  let count = 0
  for (const source of sources) for await (const wrong of wrongObjects(reader, source)) count += wrong.length
  return count
}

/** Corrects the words in short transactions, while others write. Returns the number of objects with wrong ones. */
export async function repairNames({ read, write }: Pick<Store, 'read' | 'write'>): Promise<number> {
  let count = 0
  for (const source of sources) {
    for await (const wrong of wrongObjects(read, source)) {
      if (wrong.length === 0) continue
      count += await write(async tx => {
        await lockRows(
          tx,
          tableOf(source.type),
          wrong.toSorted((a, b) => a - b),
        )
        const { objects, words } = await differencesAmong(tx, source, wrong)
        await deleteRows(
          tx,
          'name_words',
          objects.map(object => ({ object })),
        )
        await insertAll(tx, 'name_words', words)
        return objects.length
      })
    }
  }
  return count
}
