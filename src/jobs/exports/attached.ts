/** Adds the stories and the attachments to the records of tasks in an export of resources. */
import { textOf } from '../../lib/strings.ts'
import { type AttachedName, attachedTo } from '../../store/queries/exports/attached.ts'
import type { ExportSource } from './source.ts'

/** The members, each with its type. */
const MEMBERS = { attachments: 'attachment', stories: 'story' } as const satisfies Record<string, AttachedName>

/** The addresses of files end before an export is read. */
const UNSTABLE_FIELDS = ['download_url', 'view_url']

/** Tasks as JSON, each with those members that `fields` selects; with all of them if it is empty. */
export async function addAttached(
  source: ExportSource,
  tasks: readonly string[],
  fields: string,
): Promise<readonly string[]> {
  let shown = tasks
  for (const [member, type] of Object.entries(MEMBERS)) {
    const selected = fields === '' ? '' : fieldsBelow(member, fields)
    if (selected !== undefined) shown = await addMember(source, shown, { member, type, fields: selected })
  }
  return shown
}

/** The selection below a member; undefined if it is not selected. */
function fieldsBelow(member: string, fields: string): string | undefined {
  const paths = fields.split(',').map(path => path.trim())
  const below = paths.filter(path => path.startsWith(`${member}.`)).map(path => path.slice(member.length + 1))
  return below.length > 0 || paths.includes(member) ? ['gid', ...below].join() : undefined
}

async function addMember(
  { graph, context }: ExportSource,
  tasks: readonly string[],
  { member, type, fields }: { member: string; type: AttachedName; fields: string },
): Promise<string[]> {
  const rows = await attachedTo(context.reader, type, tasks.map(gidOf))
  const { objects } = await graph(
    type,
    rows.map(({ gid }) => gid),
    { fields, expand: '', form: 'complete', guarded: true },
    context,
  )
  const taskOf = new Map(rows.map(({ gid, task }) => [gid, task]))
  const byTask = Map.groupBy(objects.map(textOf), json => taskOf.get(gidOf(json)))
  return tasks.map(
    json => `${json.slice(0, -1)},"${member}":[${(byTask.get(gidOf(json)) ?? []).map(withoutAddresses).join()}]}`,
  )
}

/** Every record begins with its gid. */
const gidOf = (json: string): number => Number(/^\{"gid":"(\d+)"/.exec(json)?.[1])

function withoutAddresses(json: string): string {
  if (!UNSTABLE_FIELDS.some(field => json.includes(`"${field}":`))) return json
  return JSON.stringify(JSON.parse(json), (key, value) => (UNSTABLE_FIELDS.includes(key) ? undefined : value))
}
