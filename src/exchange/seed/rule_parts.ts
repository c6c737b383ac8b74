/** The parts of rules in a seed: a trigger, conditions and actions, in which keys stand for gids. */
import { actionKinds } from '../../resources/automation/rules/actions.ts'
import { conditionKinds } from '../../resources/automation/rules/conditions.ts'
import type { PartKinds } from '../../resources/automation/rules/part.ts'
import { triggerKinds } from '../../resources/automation/rules/triggers.ts'
import type { Member, SeedNode } from './document.ts'
import { plain } from './document.ts'
import { entryOf, itemsOf, type MemberReader, membersOf, readValue, type ValueReader } from './values.ts'

type GivenPart = Record<string, unknown>

const one =
  (kinds: PartKinds): MemberReader =>
  (reader, node, set) =>
    set(readPart(reader, kinds, node))

const list =
  (kinds: PartKinds): MemberReader =>
  (reader, node, set) =>
    set(itemsOf(reader.problems, node).map(item => readPart(reader, kinds, item)))

/** Reads the members of a rule that consist of parts. */
export const ruleReaders = {
  trigger: one(triggerKinds),
  conditions: list(conditionKinds),
  actions: list(actionKinds),
} satisfies Record<string, MemberReader>

function readPart(reader: ValueReader, kinds: PartKinds, node: SeedNode): GivenPart {
  const { problems } = reader
  const part: GivenPart = {}
  const members = membersOf(problems, node)
  if (!members) return part
  const name = members.get('kind')?.node
  const kind = typeof name?.value === 'string' ? entryOf(kinds, name.value) : undefined
  if (!kind) {
    problems.add(name ?? node, `${name ? 'must be' : 'needs a kind:'} one of ${Object.keys(kinds).join(', ')}`)
    return part
  }
  part.kind = name?.value
  for (const [member, given] of members) {
    const field = entryOf(kind.fields, member)
    const set = (value: unknown) => void Object.assign(part, { [member]: value })
    if (member === 'kind') continue
    if (!field) unknownMember(reader, given, member, Object.keys(kind.fields))
    else if (member === 'value') reader.references.later(() => set(ruleValue(reader, members, given.node)))
    else readValue(reader, member, field, given.node, set)
  }
  for (const [member, { required }] of Object.entries(kind.fields))
    if (required && !members.has(member)) problems.add(node, `needs ${member}`)
  return part
}

function unknownMember({ problems }: ValueReader, member: Member, name: string, known: readonly string[]): void {
  problems.addUnknown(member, 'unknown member', { name, count: known.length, known: () => known })
}

/** The value that a condition compares with, or that an action sets: options, people and objects by their keys. */
function ruleValue(reader: ValueReader, members: ReadonlyMap<string, Member>, node: SeedNode): unknown {
  const { references, from } = reader
  const [field, key] = [members.get('field')?.node.value, members.get('custom_field')?.node]
  // A text with a variable is known when the rule runs.
  if (node.value === null || String(node.value).includes('{{')) return plain(node)
  if (field === 'assignee') return gidText(references.resolve(node, ['user'], from))
  if (typeof key?.value !== 'string') return plain(node)
  const gid = references.find(key.value, ['custom_field'], from)
  const type = gid === undefined ? undefined : references.fieldType(gid)
  const each = (resolve: (one: SeedNode) => number | undefined) =>
    Array.isArray(node.value) ? node.value.map(item => gidText(resolve(item))) : gidText(resolve(node))
  if (type === 'enum' || type === 'multi_enum') return each(item => references.resolveOption(item, String(key.value)))
  if (type === 'people') return each(item => references.resolve(item, ['user'], from))
  if (type === 'reference')
    return each(item => references.resolve(item, ['task', 'project', 'portfolio', 'goal'], from))
  return plain(node)
}

const gidText = (gid: number | undefined) => gid && String(gid)
