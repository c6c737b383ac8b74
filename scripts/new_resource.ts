/**
 * The texts of a new resource, mirrored from the tag: the forms of its name, its files, the members that existing files
 * gain, and the steps that are left for a person. `new.ts` reads and writes the files.
 */

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(?:[sxz]|[cs]h)$/.test(name) ? `${name}es` : `${name}s`
}

/** The name in all its forms. */
export function nounOf(name: string, folder: string, number: number) {
  const plural = pluralOf(name)
  const [one, many, words] = [camel(name), camel(plural), name.replaceAll('_', ' ')]
  const migration = `${String(number).padStart(3, '0')}_${plural}`
  const a = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${words}`
  return { name, folder, plural, one, many, type: capital(one), types: capital(many), words, a, migration }
}

export type Noun = ReturnType<typeof nounOf>

/** The declaration. */
const declaration = ({ name, plural, one, type, words, a }: Noun) => `\
/** ${capital(a)} belongs to one workspace, whose rights it follows. */
import { insert } from '../../store/change.ts'
import { one, text, timestamp } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'

export const ${one} = resource('${name}', {
  doc: '${capital(a)} of a workspace.',
  guard: null,
  changes: { addedTo: { workspace: 'workspace' }, streams: ['workspace'] },
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

async function create${type}({ body, tx }: WriteCall<unknown, { name?: string; workspace: number }>): Promise<number> {
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
  create('/${plural}', ${one}, { id: 'create${type}', doc: 'Creates ${a} in a workspace.', execute: create${type} }),
  get('/${plural}/{${name}_gid}', ${one}, { id: 'get${type}', doc: 'Gets ${a}.' }),
  update('/${plural}/{${name}_gid}', ${one}, { id: 'update${type}', doc: 'Updates the given fields of ${a}.' }),
  remove('/${plural}/{${name}_gid}', ${one}, { id: 'delete${type}', doc: 'Deletes ${a}.' }),
]
`

/** A test of its operations over HTTP. */
const test = ({ name, plural, a }: Noun) => `\
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
  const outside = await (await person('Sam', null)).get(\`/${plural}/\${gid}\`)
  assert.deepEqual([outside.status, outside.message], [404, \`${name}: Not a recognized ID: \${gid}\`])
  assert.deepEqual((await ann.delete(\`/${plural}/\${gid}\`)).body, { data: {} })
  // Members of the workspace may know that an object was deleted, so they get the other text.
  const deleted = await ann.get(\`/${plural}/\${gid}\`)
  assert.deepEqual([deleted.status, deleted.message], [404, \`${name}: Unknown object: \${gid}\`])
})
`

const migration = ({ plural }: Noun) => `\
/** ${capital(plural.replaceAll('_', ' '))}, each of one workspace, with the two indexes of the trash. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => \`
create table ${plural} (
  gid \${gid} primary key, workspace \${gid} not null references workspaces, name \${text} not null,
  created_at \${integer} not null, deleted_at \${integer});
create index ${plural}_workspace on ${plural} (workspace, gid);
create index ${plural}_trash on ${plural} (workspace, deleted_at, gid) where deleted_at is not null;
create index ${plural}_deleted_at on ${plural} (deleted_at) where deleted_at is not null
\`
`

const row = '{ gid: Gid; workspace: Gid; name: string; created_at: Moment; deleted_at: Moment | null }'

/** The file with the tables of a folder, and the name of its interface. */
export const tablesOf = ({ folder }: Pick<Noun, 'folder'>) => ({
  path: `src/store/tables/${folder}.ts`,
  name: `${capital(camel(folder))}Tables`,
})

const tables = (noun: Noun) => `\
/** The tables of resources in \`resources/${noun.folder}/\`. */
import type { Gid, Moment } from './column.ts'

export interface ${tablesOf(noun).name} {
  ${noun.plural}: ${row}
}
`

/** The files of its own, by their paths; `isFirst` when its folder has no tables yet. */
export const textsOf = (noun: Noun, isFirst: boolean): [path: string, text: string][] => [
  [`src/store/migrations/${noun.migration}.ts`, migration(noun)],
  [`src/resources/${noun.folder}/${noun.name}.ts`, declaration(noun) + operations(noun)],
  [`src/resources/${noun.folder}/${noun.name}.test.ts`, test(noun)],
  ...(isFirst ? [[tablesOf(noun).path, tables(noun)] as [string, string]] : []),
]

/** An import that a file gains. */
export function importsOf(noun: Noun, isFirst: boolean): [path: string, line: string][] {
  const { name, folder, one, many, migration } = noun
  return [
    ['src/catalog/contents.ts', `import * as ${one} from '../resources/${folder}/${name}.ts'`],
    ['src/store/migrate.ts', `import * as ${many} from './migrations/${migration}.ts'`],
    ...(isFirst
      ? [
          ['src/store/tables.ts', `import type { ${tablesOf(noun).name} } from './tables/${folder}.ts'`] as [
            string,
            string,
          ],
        ]
      : []),
  ]
}

/** A member at the end of a list: the file, the beginning and the end of the list, the member. */
export type Edit = readonly [path: string, begin: string, end: string, member: string]

export function editsOf(noun: Noun, isFirst: boolean): Edit[] {
  const { name, plural, one, many } = noun
  const { path, name: interfaceName } = tablesOf(noun)
  const line = `${name}: { table: '${plural}', trash: {}, follows: { workspace: 'workspace' } }`
  return [
    ['src/names.ts', 'const names = [', '\n]', `'${name}'`],
    ['src/store/migrate.ts', 'const migrations: Migration[] = [', ']', many],
    isFirst
      ? ['src/store/tables.ts', 'interface Tables\n  extends', ' {}', interfaceName]
      : [path, `interface ${interfaceName} {`, '\n}', `${plural}: ${row}`],
    ['src/store/queries/objects.ts', 'const stored = {', '\n}', line],
    ['src/catalog/contents.ts', 'const declared = {', '\n}', `${name}: ${one}.${one}`],
    ['src/catalog/contents.ts', 'const operations:', '\n]', `...${one}.operations`],
  ]
}

/** The steps that are left for a person. */
export const nextSteps = ({ name, folder, words, type, types }: Noun) => `
Next:
1. Fields, paths and ids of the contract: src/resources/${folder}/${name}.ts, its table, its test.
2. Its rights, when they are not those of the workspace: \`follows\` in src/store/queries/objects.ts, or a condition in
   src/store/queries/access.ts; \`guard\` of the declaration.
3. Guests can see what follows the workspace. If that is right, list get${type} and get${types}ForWorkspace with the
   reason in GUEST of test/catalog/authorization.test.ts; that test fails until then.
4. A request for each operation that is not standard in test/harness/requests.ts, and for each further list how an object
   comes into it, in ADD_OBJECT of test/catalog/pages.test.ts. The derived tests name what is missing.
5. The OpenAPI tag of the ${words} in the contract: \`tags\` of test/contract/contract.test.ts, which then names what is missing.
6. npm run golden, and read the difference. Then docs/compatibility.md, docs/audit_log.md, and npm run check.`
