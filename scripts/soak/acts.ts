/**
 * The writer of a cell: its acts, one after the other, change visibility in every way.
 *
 * Invariants:
 * - The cell states who may see what before and after each act.
 * - Before an act lets a person see an object again, that object gets a name that the person may know.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createToken } from '../../src/identity/tokens.ts'
import { changeRole } from '../../src/resources/people/rules/role.ts'
import { restore } from '../../src/resources/platform/rules/restore.ts'
import { update } from '../../src/store/change.ts'
import { trashEntryOf } from '../../src/store/queries/trash/entries.ts'
import type { Chance } from './chance.ts'
import {
  type Cell,
  isThere,
  type NamedObject,
  nameOf,
  type Project,
  type Reader,
  type Task,
  visibleObjects,
} from './model.ts'
import { sendOk } from './send_ok.ts'
import type { Stage } from './stage.ts'

/** The longest pause between deleting an object and restoring it, in milliseconds. */
const IN_TRASH = 400

interface Scene {
  stage: Stage
  cell: Cell
  chance: Chance
}

type Request = readonly [method: string, path: string, body?: object]

const writerSends = ({ stage, cell, chance }: Scene, request: Request) =>
  sendOk(stage, chance.below(stage.instances), cell.writer, request)

// ——— names

async function rename(
  scene: Scene,
  thing: NamedObject,
  path: string,
  key = 'name',
  by = scene.cell.writer,
): Promise<void> {
  const { stage, cell, chance } = scene
  const version = ++thing.version
  await sendOk(stage, chance.below(stage.instances), by, ['PUT', path, { [key]: nameOf(thing) }])
  cell.floor.set(thing.key, version)
}

/** The objects of which some people must not know the name. */
const guarded = ({ projects, sections, tasks }: Cell): [thing: NamedObject, path: string][] => [
  ...projects.filter(({ isTrashed }) => !isTrashed).map((one): [NamedObject, string] => [one, `/projects/${one.gid}`]),
  ...sections
    .filter(({ project }) => !project.isTrashed)
    .map((one): [NamedObject, string] => [one, `/sections/${one.gid}`]),
  ...tasks.filter(isThere).map((one): [NamedObject, string] => [one, `/tasks/${one.gid}`]),
]

/** Gives an object a name that lists the people who cannot see it. */
async function renameGuarded(scene: Scene, [thing, path]: [NamedObject, string]): Promise<void> {
  const { cell } = scene
  const blind = cell.readers.filter(reader => !visibleObjects(cell, reader).has(thing.key))
  thing.hidden = new Set(blind.map(({ key }) => key))
  await rename(scene, thing, path)
}

/** Objects that all people may know, and people, who name themselves. */
async function renameOpen(scene: Scene): Promise<void> {
  const { stage, cell, chance } = scene
  const { team, field, option } = cell
  const reader = chance.one(cell.readers)
  const which = chance.below(4)
  if (which === 0) return rename(scene, team, `/teams/${team.gid}`)
  if (which === 1) return rename(scene, field, `/custom_fields/${field.gid}`)
  if (which === 2) return rename(scene, option, `/enum_options/${option.gid}`)
  if (reader.role === 'none') return
  const version = (cell.floor.get(reader.key) ?? 0) + 1
  await sendOk(stage, chance.below(stage.instances), reader, [
    'PUT',
    '/users/me',
    { name: `${reader.key} v${version}` },
  ])
  cell.floor.set(reader.key, version)
}

// ——— rights

/** Executes a change of rights: `after` applies it to the cell, and `before` reverts that. */
async function changing(scene: Scene, after: () => void, before: () => void, work: () => Promise<unknown>) {
  const { stage, cell } = scene
  const visibility = () => new Map(cell.readers.map(reader => [reader.key, visibleObjects(cell, reader)]))
  const objects = guarded(cell)
  after()
  const then = visibility()
  before()
  for (const [thing, path] of objects) {
    const gained = [...thing.hidden].filter(key => then.get(key)?.has(thing.key))
    if (gained.length === 0) continue
    for (const key of gained) thing.hidden.delete(key)
    await rename(scene, thing, path)
  }
  cell.turn++
  await work()
  after()
  cell.turn++
  stage.counts.rightsChanges++
}

function toggled(scene: Scene, all: Set<string>, key: string, request: (has: boolean) => Request): Promise<void> {
  const has = all.has(key)
  const [on, off] = [() => void all.add(key), () => void all.delete(key)]
  return changing(scene, has ? off : on, has ? on : off, () => writerSends(scene, request(has)))
}

const member = (scene: Scene, { gid, members }: Project, reader: Reader) =>
  toggled(scene, members, reader.key, has => [
    ...(['POST', `/projects/${gid}/${has ? 'remove' : 'add'}Members`, { members: [reader.gid] }] as const),
  ])

const follower = (scene: Scene, { gid, followers }: Task, reader: Reader) =>
  toggled(scene, followers, reader.key, has => [
    ...(['POST', `/tasks/${gid}/${has ? 'remove' : 'add'}Followers`, { followers: [reader.gid] }] as const),
  ])

/** Assigns a task to another person, who follows it from then on. */
async function assign(scene: Scene, task: Task, reader: Reader): Promise<void> {
  const [was, followed] = [task.assignee, task.followers.has(reader.key)]
  const is = was === reader.key ? null : reader.key
  const after = () => {
    task.assignee = is
    if (is) task.followers.add(is)
  }
  const before = () => {
    task.assignee = was
    if (is && !followed) task.followers.delete(is)
  }
  const assignee = is ? reader.gid : null
  await changing(scene, after, before, () => writerSends(scene, ['PUT', `/tasks/${task.gid}`, { assignee }]))
}

async function privacy(scene: Scene, project: Project): Promise<void> {
  const was = project.privacy
  const is = scene.chance.one(['private', 'private_to_team', 'public_to_workspace'] as const)
  const set = (one: Project['privacy']) => () => void Object.assign(project, { privacy: one })
  const request: Request = ['PUT', `/projects/${project.gid}`, { privacy_setting: is }]
  await changing(scene, set(is), set(was), () => writerSends(scene, request))
}

async function team(scene: Scene, reader: Reader): Promise<void> {
  const { stage, cell, chance } = scene
  const was = reader.inTeam
  const is = was === 'no' ? 'yes' : chance.one(['no', was === 'yes' ? 'limited' : 'yes'] as const)
  const set = (one: Reader['inTeam']) => () => void Object.assign(reader, { inTeam: one })
  const ids = { team: Number(cell.team.gid), user: Number(reader.gid) }
  const verb = is === 'no' ? 'removeUser' : 'addUser'
  const flag = { is_limited_access: is === 'limited' ? 1 : 0 }
  await changing(scene, set(is), set(was), () =>
    was !== 'no' && is !== 'no'
      ? stage.store.write(tx => update(tx, 'team_memberships', ids, flag))
      : writerSends(scene, ['POST', `/teams/${cell.team.gid}/${verb}`, { user: reader.gid }]),
  )
}

async function role(scene: Scene, reader: Reader): Promise<void> {
  const { store, workspace } = scene.stage
  const was = reader.role
  const is = was === 'member' ? 'guest' : 'member'
  const set = (one: Reader['role']) => () => void Object.assign(reader, { role: one })
  await changing(scene, set(is), set(was), () => store.write(tx => changeRole(tx, workspace, Number(reader.gid), is)))
}

/** Removes a person from the organization, and adds them again a little later, as one of its domain. */
async function outAndIn(scene: Scene, reader: Reader): Promise<void> {
  const { stage, cell, chance } = scene
  const { projects, tasks } = cell
  if (tasks.some(({ followers, assignee }) => followers.has(reader.key) || assignee === reader.key)) return
  const was = { role: reader.role, inTeam: reader.inTeam }
  const shared = projects.filter(({ members }) => members.has(reader.key))
  const adminDoes = (verb: string) =>
    sendOk(stage, chance.below(stage.instances), cell.admin, [
      ...(['POST', `/workspaces/${stage.workspace}/${verb}`, { user: reader.gid }] as const),
    ])
  const out = () => {
    Object.assign(reader, { role: 'none', inTeam: 'no' })
    for (const { members } of shared) members.delete(reader.key)
  }
  const back = () => {
    Object.assign(reader, was)
    for (const { members } of shared) members.add(reader.key)
  }
  await changing(scene, out, back, () => adminDoes('removeUser'))
  await pause(chance.below(IN_TRASH))
  for (const object of guarded(cell)) if (chance.below(3) === 0) await renameGuarded(scene, object)
  const set = (one: Reader['role']) => () => void Object.assign(reader, { role: one })
  await changing(scene, set('member'), set('none'), async () => {
    await adminDoes('addUser')
    // Their tokens were revoked when they left.
    reader.token = await stage.store.write(tx => createToken(tx, Number(reader.gid), 'soak'))
  })
}

// ——— positions

/** Adds a task to a project, or removes it. */
async function move(scene: Scene, task: Task, project: Project): Promise<void> {
  const has = task.projects.has(project)
  if (task.parent !== null || (has && task.projects.size === 1)) return
  const [on, off] = [() => void task.projects.add(project), () => void task.projects.delete(project)]
  const request: Request = ['POST', `/tasks/${task.gid}/${has ? 'remove' : 'add'}Project`, { project: project.gid }]
  await changing(scene, has ? off : on, has ? on : off, () => writerSends(scene, request))
}

/** Moves the subtask to another parent task. */
async function lift(scene: Scene, above: Task): Promise<void> {
  const task = scene.cell.tasks.at(-1)
  if (!task || above === task) return
  const was = task.parent
  const set = (parent: Task | null) => () => void Object.assign(task, { parent })
  const request: Request = ['POST', `/tasks/${task.gid}/setParent`, { parent: above.gid }]
  await changing(scene, set(above), set(was), () => writerSends(scene, request))
}

/** Deletes an object, and restores it a little later. */
async function trash(scene: Scene, thing: Project | Task, type: 'projects' | 'tasks'): Promise<void> {
  const { stage, chance } = scene
  const set = (isTrashed: boolean) => () => void Object.assign(thing, { isTrashed })
  await changing(scene, set(true), set(false), () => writerSends(scene, ['DELETE', `/${type}/${thing.gid}`]))
  await pause(chance.below(IN_TRASH))
  await changing(scene, set(false), set(true), () =>
    stage.store.write(async tx => {
      const entry = await trashEntryOf(tx, Number(thing.gid))
      if (!entry) throw new Error(`${thing.key} (${thing.gid}) is not in the trash.`)
      await restore(tx, entry)
    }),
  )
}

/** Removes the field from a project, or adds it; a project may get it back with values that tasks had. */
async function setting(scene: Scene, project: Project): Promise<void> {
  const { settings, field } = scene.cell
  const has = settings.has(project)
  const verb = `${has ? 'remove' : 'add'}CustomFieldSetting`
  await writerSends(scene, ['POST', `/projects/${project.gid}/${verb}`, { custom_field: field.gid }])
  if (has) settings.delete(project)
  else settings.add(project)
}

/** Sets the field of a task that has one, or something else. */
async function value(scene: Scene, task: Task): Promise<void> {
  const { cell, chance } = scene
  const { settings, field, option } = cell
  const has = [...task.projects].some(project => settings.has(project))
  const body = has
    ? { custom_fields: { [field.gid]: chance.below(3) === 0 ? null : option.gid } }
    : { due_on: `2026-0${1 + chance.below(9)}-11` }
  await writerSends(scene, ['PUT', `/tasks/${task.gid}`, body])
}

/** Executes one act. */
export async function act(stage: Stage, cell: Cell, chance: Chance): Promise<void> {
  const scene: Scene = { stage, cell, chance }
  const reader = chance.one(cell.readers)
  const [task, project] = [chance.one(cell.tasks), chance.one(cell.projects)]
  const acts: readonly [weight: number, act: () => Promise<void>][] = [
    [10, () => renameGuarded(scene, chance.one(guarded(cell)))],
    [3, () => renameOpen(scene)],
    [6, () => member(scene, project, reader)],
    [3, () => follower(scene, task, reader)],
    [2, () => assign(scene, task, reader)],
    [3, () => privacy(scene, project)],
    [4, () => team(scene, reader)],
    [3, () => role(scene, reader)],
    [1, () => outAndIn(scene, reader)],
    [4, () => move(scene, task, project)],
    [1, () => lift(scene, chance.one(cell.tasks))],
    [1, () => trash(scene, project, 'projects')],
    [2, () => trash(scene, task, 'tasks')],
    [1, () => setting(scene, project)],
    [4, () => value(scene, task)],
  ]
  let left = chance.below(acts.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, one] of acts) {
    left -= weight
    if (left < 0) return one()
  }
}
