/**
 * What a new resource is made of, mirrored from the tag: the forms of its name, the texts of its files, what existing
 * files gain, and what is left for a person. Only texts: `new.ts` reads and writes.
 */

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(?:[sxz]|[cs]h)$/.test(name) ? `${name}es` : `${name}s`
}

/** The name in all the forms in which it is written. */
export function nounOf(name: string, folder: string, number: number) {
  const plural = pluralOf(name)
  const [one, many, words] = [camel(name), camel(plural), name.replaceAll('_', ' ')]
  const migration = `${String(number).padStart(3, '0')}_${plural}`
  const a = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${words}`
  return { name, folder, plural, one, many, type: capital(one), types: capital(many), words, a, migration }
}

export type Noun = ReturnType<typeof nounOf>

/** The fields, and the function that creates an object. */
const declaration = ({ name, plural, one, type, words, a }: Noun) => `\
/** ${capital(a)} belongs to one workspace, whose rights it follows. */
import { insert } from '../../store/change.ts'
import { one, text, timestamp } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const ${one} = resource('${name}', {
  doc: '${capital(a)} of a workspace.',
  guard: null,
  fields: {
    name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the ${words}.' }),
    created_at: timestamp({ doc: 'When the ${words} was created.' }),
    workspace: one('workspace', {
      skipAccessCheck: true,
      write: 'create',
      need: 'edit',
      required: true,
      doc: 'The workspace. Cannot change.',
    }),
  },
})

interface ${type}Input {
  name?: string
  workspace: number
}

async function create${type}({ body, tx }: WriteCall<unknown, ${type}Input>): Promise<number> {
  const { name = '', workspace } = body
  const gid = tx.gid()
  await insert(tx, '${plural}', { gid, workspace, name, created_at: tx.now, deleted_at: null })
  return gid
}
`

const operations = ({ name, plural, one, type, types, a }: Noun) => `
export const operations = [
  list('/workspaces/{workspace_gid}/${plural}', ${one}, {
    id: 'get${types}ForWorkspace',
    doc: 'Lists the ${plural.replaceAll('_', ' ')} of a workspace.',
    execute: listing('${name}', ({ path }) => ({ where: { workspace: path.workspace_gid }, order: ['gid'], guarded: false })),
  }),
  create('/${plural}', ${one}, {
    id: 'create${type}',
    doc: 'Creates ${a} in a workspace.',
    execute: create${type},
  }),
  get('/${plural}/{${name}_gid}', ${one}, { id: 'get${type}', doc: 'Gets ${a}.' }),
  update('/${plural}/{${name}_gid}', ${one}, { id: 'update${type}', doc: 'Updates the given fields of ${a}.' }),
  remove('/${plural}/{${name}_gid}', ${one}, { id: 'delete${type}', doc: 'Deletes ${a}.' }),
]
`

/** One test of what it does, over HTTP. */
const behaviour = ({ name, plural, a }: Noun) => `\
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../../test/harness/world.ts'

test('${a} can be created, listed, updated and deleted, and is invisible outside its workspace', async () => {
  const { ann, person, workspace } = await world()
  const gid = await ann.create('/${plural}', { workspace, name: 'First' })
  const listed = { gid, resource_type: '${name}', name: 'First' }
  assert.deepEqual((await ann.get(\`/workspaces/\${workspace}/${plural}\`)).data, [listed])
  const updated = await ann.put(\`/${plural}/\${gid}\`, { name: 'Second' })
  assert.deepEqual([updated.status, updated.data.name, updated.data.workspace.gid], [200, 'Second', workspace])
  const outsider = await (await person('Sam', null)).get(\`/${plural}/\${gid}\`)
  assert.deepEqual([outsider.status, outsider.message], [404, \`${name}: Not a recognized ID: \${gid}\`])
  assert.deepEqual((await ann.delete(\`/${plural}/\${gid}\`)).body, { data: {} })
  const deleted = await ann.get(\`/${plural}/\${gid}\`)
  assert.deepEqual([deleted.status, deleted.message], [404, \`${name}: Unknown object: \${gid}\`])
})
`

const migration = ({ plural }: Noun) => `\
/** ${capital(plural.replaceAll('_', ' '))}, each of one workspace. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => \`
create table ${plural} (
  gid \${gid} primary key, workspace \${gid} not null references workspaces, name \${text} not null,
  created_at \${integer} not null, deleted_at \${integer});
create index ${plural}_workspace on ${plural} (workspace, gid)
\`
`

/** The files that are its own, by their paths. */
export const textsOf = (noun: Noun): [path: string, text: string][] => [
  [`src/store/migrations/${noun.migration}.ts`, migration(noun)],
  [`src/resources/${noun.folder}/${noun.name}.ts`, `${declaration(noun)}${operations(noun)}`],
  [`src/resources/${noun.folder}/${noun.name}.test.ts`, behaviour(noun)],
]

/** One more import: the file, the line. */
export const importsOf = ({ name, folder, one, many, migration }: Noun): [path: string, line: string][] => [
  ['src/catalog/contents.ts', `import * as ${one} from '../resources/${folder}/${name}.ts'`],
  ['src/store/migrate.ts', `import * as ${many} from './migrations/${migration}.ts'`],
]

/** One more member at the end of a list: the file, how the list begins, how it ends, the member. */
export type Edit = readonly [path: string, begin: string, end: string, member: string]

export function editsOf({ name, plural, one, many, type, types, words }: Noun): Edit[] {
  const row = '{ gid: Gid; workspace: Gid; name: string; created_at: Moment; deleted_at: Moment | null }'
  const made = (called: string) => `await ann.create('/${plural}', { workspace, name${called} })`
  const requests = `create${type}: ({ workspace }) => ({ body: { workspace, name } }), update${type}: named,
    delete${type}: async ({ ann, workspace }) => ({ path: { ${name}_gid: ${made('')} } })`
  const more = `get${types}ForWorkspace: ({ ann, workspace }) => ann.create('/${plural}', { name: name(), workspace })`
  return [
    ['src/names.ts', 'const names = [', '\n]', `'${name}'`],
    ['src/store/migrate.ts', 'const migrations: Migration[] = [', ']', many],
    ['src/store/tables/work.ts', 'interface WorkTables {', '\n}', `${plural}: ${row}`],
    ['src/store/queries/objects.ts', 'const tables = {', '\n}', `${name}: '${plural}'`],
    ['src/store/queries/objects.ts', 'const trashableTypes: ReadonlySet<Name> = new Set([', ']', `'${name}'`],
    ['src/store/queries/access.ts', 'const conditions:', '\n}', `${name}: within('workspace', 'workspace')`],
    ['src/catalog/contents.ts', 'const resources:', '\n}', `${name}: ${one}.${one}`],
    ['src/catalog/contents.ts', 'const operations:', '\n]', `...${one}.operations`],
    [
      'test/harness/sample.ts',
      'const the: Record<Name, string> = {',
      '\n  }',
      `${name}: ${made(`: '${capital(words)}'`)}`,
    ],
    ['test/harness/requests.ts', 'const requests:', '\n}', requests],
    ['test/catalog/pages.test.ts', 'const MORE:', '\n}', more],
  ]
}

/** What is left for a person to do. */
export const nextSteps = ({ name, folder, words, type, types }: Noun) => `
Next:
1. Fields, paths and ids as the contract has them: src/resources/${folder}/${name}.ts, its table, its test.
2. The rights that it follows, if not those of the workspace: src/store/queries/access.ts and \`guard\` of the declaration.
3. Guests see objects that follow the workspace. If that is right, give get${type} and get${types}ForWorkspace
   their reason in GUEST of test/catalog/authorization.test.ts; that test fails until then.
4. A valid request for each further operation in test/harness/requests.ts, and for each further list a function that adds
   an object, in MORE of test/catalog/pages.test.ts. The derived tests require them.
5. The OpenAPI tag of the ${words}: \`tags\` of test/contract/contract.test.ts, which then lists what is missing.
6. npm run golden, then review the difference. Then docs/compatibility.md, and npm run check.`
