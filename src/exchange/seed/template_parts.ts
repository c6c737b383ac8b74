/** The contents of templates in a seed: tasks with their subtasks, which name their section, role and dependencies. */
import { projectTemplateTasks } from '../../resources/templates/rules/input.ts'
import { type Field, type Fields, text } from '../../vocabulary/field.ts'
import { valuesInput } from '../load/work/values.ts'
import { type Member, plain, type SeedNode } from './document.ts'
import { entryOf, itemsOf, type MemberReader, membersOf, readPlain, readValue, type ValueReader } from './values.ts'

type GivenTemplateTask = Record<string, unknown>

/** Positions become names; subtasks are in their parent. */
const {
  parent: _,
  section: _section,
  role: _role,
  dependencies: _dependencies,
  ...plainFields
} = projectTemplateTasks.parts as Fields
const fields: Fields = { ...plainFields, ...valuesInput }
const OWN_MEMBERS = ['section', 'role', 'dependencies', 'subtasks']

const nameField = text({ max: 1024, doc: 'A name.' })

/** The names of sections or roles: texts, or objects with a name as in the API. */
const readNames: MemberReader = ({ problems }, node, set) => {
  const nameIn = (item: SeedNode) => (item.value instanceof Map ? (item.value.get('name')?.node ?? item) : item)
  set(itemsOf(problems, node).map(item => readPlain(problems, 'name', nameField, nameIn(item))))
}

/** What is known of a task before all of them are. */
interface Listed {
  task: GivenTemplateTask
  members: ReadonlyMap<string, Member>
}

const readTasks: MemberReader = (reader, node, set, values) => {
  const listed: Listed[] = []
  const readList = (items: SeedNode, parent: number | null) => {
    for (const item of itemsOf(reader.problems, items)) {
      const members = typeof item.value === 'string' ? new Map([['name', memberOf(item)]]) : undefined
      const found = members ?? membersOf(reader.problems, item)
      if (!found) continue
      const position = listed.length
      listed.push({ task: readTask(reader, item, found, parent), members: found })
      const below = found.get('subtasks')
      if (below) readList(below.node, position)
    }
  }
  readList(node, null)
  set(listed.map(({ task }) => task))
  reader.references.later(() => {
    for (const one of listed) placeTask(reader, one, listed, values)
  })
}

const memberOf = (node: SeedNode): Member => ({ at: node.at, path: node.path, node })

function readTask(
  reader: ValueReader,
  node: SeedNode,
  members: ReadonlyMap<string, Member>,
  parent: number | null,
): GivenTemplateTask {
  const task: GivenTemplateTask = { parent }
  for (const [name, member] of members) {
    const field = entryOf<Field>(fields, name)
    if (OWN_MEMBERS.includes(name)) continue
    if (field) readValue(reader, name, field, member.node, value => void Object.assign(task, { [name]: value }))
    else {
      const known = [...Object.keys(fields), ...OWN_MEMBERS]
      reader.problems.addUnknown(member, 'unknown member', { name, count: known.length, known: () => known })
    }
  }
  if (!members.has('name')) reader.problems.add(node, 'needs name')
  return task
}

/** Replaces the names of a task by their positions. */
function placeTask(
  { problems }: ValueReader,
  { task, members }: Listed,
  all: readonly Listed[],
  template: GivenTemplateTask,
) {
  const position = (noun: string, node: SeedNode, names: readonly unknown[]): number | undefined => {
    const found = names.indexOf(node.value)
    if (found >= 0) return found
    const known = () => names.map(name => String(name))
    const unknown = { name: String(node.value), count: names.length, known }
    problems.addUnknown(node, `there is no ${noun} ${String(plain(node))} in this template`, unknown)
    return undefined
  }
  const namesOf = (name: string) => (template[name] ?? []) as unknown[]
  const [section, role, dependencies] = ['section', 'role', 'dependencies'].map(name => members.get(name)?.node)
  if (section) task.section = position('section', section, namesOf('sections'))
  if (role) task.role = position('role', role, namesOf('requested_roles'))
  if (!dependencies) return
  const tasks = all.map(one => one.task.name)
  task.dependencies = itemsOf(problems, dependencies).flatMap(item => position('task', item, tasks) ?? [])
}

/** Reads the members of a project template that the API does not show. */
export const projectTemplateReaders = { sections: readNames, requested_roles: readNames, tasks: readTasks }

/** Reads the tasks of a task template: the first one has the others as its subtasks. */
export const taskTemplateReaders = { tasks: readTasks }
