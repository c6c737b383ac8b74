/** Creates a cell: see `model.ts`. */
import type { Cell, NamedObject, Project, Reader, Task } from './model.ts'
import { sendOk } from './send_ok.ts'
import type { Caller, Stage } from './stage.ts'

const TASKS = 5

type Create = (path: string, body: object) => Promise<string>

const thing = (key: string, gid: string): NamedObject => ({ key, gid, version: 0, hidden: new Set() })

async function readersOf(stage: Stage, number: number): Promise<Reader[]> {
  const roles = ['member', 'member', 'guest', 'guest'] as const
  const readers: Reader[] = []
  for (const [index, role] of roles.entries()) {
    const key = `c${number}R${index}`
    const who = await stage.person(key, { is_guest: role === 'guest' })
    readers.push({ ...who, key, name: key, role, inTeam: 'no' })
  }
  return readers
}

/** Two projects with a section each. */
async function projectsOf(stage: Stage, create: Create, number: number, team: string) {
  const projects: Project[] = []
  const sections: Cell['sections'] = []
  for (const index of [0, 1]) {
    const [key, below] = [`c${number}P${index}`, `c${number}S${index}`]
    const workspace = String(stage.workspace)
    const gid = await create('/projects', { workspace, team, name: `${key} v0`, privacy_setting: 'private' })
    const project: Project = { ...thing(key, gid), privacy: 'private', members: new Set(), isTrashed: false }
    projects.push(project)
    sections.push({ ...thing(below, await create(`/projects/${gid}/sections`, { name: `${below} v0` })), project })
  }
  return { projects, sections }
}

async function tasksOf(create: Create, number: number, sections: Cell['sections']): Promise<Task[]> {
  const tasks: Task[] = []
  const free = () => ({ followers: new Set<string>(), assignee: null, isTrashed: false })
  for (let index = 0; index < TASKS; index++) {
    const section = sections[index % sections.length]
    const key = `c${number}T${index}`
    if (!section) continue
    const memberships = [{ project: section.project.gid, section: section.gid }]
    const gid = await create('/tasks', { name: `${key} v0`, memberships })
    tasks.push({ ...thing(key, gid), ...free(), projects: new Set([section.project]), parent: null })
  }
  const [parent] = tasks
  const key = `c${number}T${TASKS}`
  if (!parent) return tasks
  const gid = await create(`/tasks/${parent.gid}/subtasks`, { name: `${key} v0` })
  return [...tasks, { ...thing(key, gid), ...free(), projects: new Set(), parent }]
}

/** A field with one option, on both projects. */
async function fieldOf(stage: Stage, writer: Caller, create: Create, number: number, projects: readonly Project[]) {
  const [key, below] = [`c${number}F0`, `c${number}O0`]
  const workspace = String(stage.workspace)
  const enum_options = [{ name: `${below} v0` }]
  const { data } = await sendOk(stage, 0, writer, [
    'POST',
    '/custom_fields',
    { workspace, resource_subtype: 'enum', name: `${key} v0`, enum_options },
  ])
  for (const { gid } of projects) await create(`/projects/${gid}/addCustomFieldSetting`, { custom_field: data.gid })
  return { field: thing(key, data.gid), option: thing(below, data.enum_options[0].gid) }
}

export async function makeCell(stage: Stage, number: number): Promise<Cell> {
  const writer = await stage.person(`Writer ${number}`)
  const readers = await readersOf(stage, number)
  const create: Create = async (path, body) => (await sendOk(stage, 0, writer, ['POST', path, body])).data.gid
  const team = await create('/teams', { organization: String(stage.workspace), name: `c${number}G0 v0` })
  const { projects, sections } = await projectsOf(stage, create, number, team)
  const tasks = await tasksOf(create, number, sections)
  const { field, option } = await fieldOf(stage, writer, create, number, projects)
  return {
    ...{ number, writer, admin: stage.admin, readers, projects, sections, tasks, team: thing(`c${number}G0`, team) },
    ...{ field, option, settings: new Set(projects), turn: 0, floor: new Map() },
  }
}
