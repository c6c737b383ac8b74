/** Creates a cell: see `model.ts`. */
import type { Cell, NamedObject, Project, Reader, Task } from './model.ts'
import { sendOk } from './send_ok.ts'
import type { Caller, Stage } from './stage.ts'

const TASKS = 5

type Makes = (path: string, body: object) => Promise<string>

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
async function projectsOf(stage: Stage, makes: Makes, number: number, team: string) {
  const projects: Project[] = []
  const sections: Cell['sections'] = []
  for (const index of [0, 1]) {
    const [key, below] = [`c${number}P${index}`, `c${number}S${index}`]
    const workspace = String(stage.workspace)
    const gid = await makes('/projects', { workspace, team, name: `${key} v0`, privacy_setting: 'private' })
    const project: Project = { ...thing(key, gid), privacy: 'private', members: new Set(), isTrashed: false }
    projects.push(project)
    sections.push({ ...thing(below, await makes(`/projects/${gid}/sections`, { name: `${below} v0` })), project })
  }
  return { projects, sections }
}

async function tasksOf(makes: Makes, number: number, sections: Cell['sections']): Promise<Task[]> {
  const tasks: Task[] = []
  const free = () => ({ followers: new Set<string>(), assignee: null, isTrashed: false })
  for (let index = 0; index < TASKS; index++) {
    const section = sections[index % sections.length]
    const key = `c${number}T${index}`
    if (!section) continue
    const memberships = [{ project: section.project.gid, section: section.gid }]
    const gid = await makes('/tasks', { name: `${key} v0`, memberships })
    tasks.push({ ...thing(key, gid), ...free(), projects: new Set([section.project]), parent: null })
  }
  const [parent] = tasks
  const key = `c${number}T${TASKS}`
  if (!parent) return tasks
  const gid = await makes(`/tasks/${parent.gid}/subtasks`, { name: `${key} v0` })
  return [...tasks, { ...thing(key, gid), ...free(), projects: new Set(), parent }]
}

/** A field with one option, on both projects. */
async function fieldOf(stage: Stage, keeper: Caller, makes: Makes, number: number, projects: readonly Project[]) {
  const [key, below] = [`c${number}F0`, `c${number}O0`]
  const workspace = String(stage.workspace)
  const enum_options = [{ name: `${below} v0` }]
  const { data } = await sendOk(stage, 0, keeper, [
    'POST',
    '/custom_fields',
    { workspace, resource_subtype: 'enum', name: `${key} v0`, enum_options },
  ])
  for (const { gid } of projects) await makes(`/projects/${gid}/addCustomFieldSetting`, { custom_field: data.gid })
  return { field: thing(key, data.gid), option: thing(below, data.enum_options[0].gid) }
}

export async function makeCell(stage: Stage, number: number): Promise<Cell> {
  const keeper = await stage.person(`Keeper ${number}`)
  const readers = await readersOf(stage, number)
  const makes: Makes = async (path, body) => (await sendOk(stage, 0, keeper, ['POST', path, body])).data.gid
  const team = await makes('/teams', { organization: String(stage.workspace), name: `c${number}G0 v0` })
  const { projects, sections } = await projectsOf(stage, makes, number, team)
  const tasks = await tasksOf(makes, number, sections)
  const { field, option } = await fieldOf(stage, keeper, makes, number, projects)
  return {
    ...{ number, keeper, admin: stage.admin, readers, projects, sections, tasks, team: thing(`c${number}G0`, team) },
    ...{ field, option, settings: new Set(projects), turn: 0, floor: new Map() },
  }
}
