/** Runs the people of all cells at once, until the end. */
import { setTimeout as pause } from 'node:timers/promises'
import { act } from './acts.ts'
import { type Chance, chanceOf } from './chance.ts'
import { makeCell } from './make.ts'
import { before, type Cell, compare, type ListRequest, type Reader, seesProject, seesTask } from './model.ts'
import type { Stage } from './stage.ts'

const CELLS = 6
/** The number of concurrent reads in one cell, and how many of them may write: see `write`. */
const READING = 5
const WRITES_OF = 12

const TASK_FIELDS = [
  'name,projects.name,memberships.project.name,memberships.section.name',
  'name,custom_fields.name,custom_fields.display_value,custom_fields.enum_options.name,assignee.name',
  'name,followers.name,parent.name,parent.projects.name,projects.team.name,projects.members.name',
]

/** One of the readable paths of a cell. */
function anything(cell: Cell, chance: Chance): ListRequest {
  const task = chance.one(cell.tasks)
  const project = chance.one(cell.projects)
  const section = chance.one(cell.sections)
  const some = chance.one(TASK_FIELDS)
  const sees = (reader: Reader) => seesProject(reader, project)
  const keys = () => cell.tasks.filter(one => one.projects.has(project) && !one.isTrashed).map(({ key }) => key)
  const ofTask = (path: string): ListRequest => ({ path, sees: reader => seesTask(reader, task) })
  return chance.one<ListRequest>([
    ofTask(`/tasks/${task.gid}`),
    ofTask(`/tasks/${task.gid}`),
    ofTask(`/tasks/${task.gid}?opt_fields=${some}`),
    ofTask(`/tasks/${task.gid}?opt_fields=${some}`),
    ofTask(`/tasks/${task.gid}/subtasks?opt_fields=${some}`),
    ofTask(`/tasks/${task.gid}/projects`),
    { path: `/projects/${project.gid}/tasks?opt_fields=${some}`, sees, keys },
    { path: `/tasks?project=${project.gid}`, sees, keys },
    { path: `/projects/${project.gid}`, sees },
    { path: `/projects/${project.gid}/sections`, sees },
    { path: `/projects/${project.gid}/custom_field_settings?opt_fields=custom_field.name,project.name`, sees },
    { path: `/sections/${section.gid}/tasks`, sees: reader => seesProject(reader, section.project) },
  ])
}

async function read(stage: Stage, cell: Cell, reader: Reader, chance: Chance): Promise<void> {
  const request = anything(cell, chance)
  const expected = before(cell, reader, request)
  const reply = await stage.ask(chance.below(stage.instances), reader, 'GET', request.path)
  compare(stage, cell, reader, request.path, reply, expected)
}

/** A write of a reader changes no right and no name; its response shows the task as well. */
async function write(stage: Stage, cell: Cell, reader: Reader, chance: Chance): Promise<void> {
  const task = chance.one(cell.tasks)
  const request = { path: `/tasks/${task.gid}`, sees: (one: Reader) => seesTask(one, task) }
  const expected = before(cell, reader, request)
  const body = chance.one([{ completed: true }, { completed: false }, { notes: `noted by ${reader.key}` }])
  const reply = await stage.ask(chance.below(stage.instances), reader, 'PUT', request.path, body)
  compare(stage, cell, reader, `${request.path} (by a write)`, reply, expected)
}

/** Runs everything in a cell until the end; a failure ends it for all. */
async function live(stage: Stage, cell: Cell, seed: number, isOver: () => boolean): Promise<void> {
  const acting = async (chance: Chance) => {
    while (!isOver()) {
      await act(stage, cell, chance)
      await pause(chance.below(120))
    }
  }
  const reading = async (chance: Chance) => {
    while (!isOver()) {
      const reader = chance.one(cell.readers)
      await (chance.below(WRITES_OF) === 0 ? write : read)(stage, cell, reader, chance)
    }
  }
  const readers = Array.from({ length: READING }, (_, number) => reading(chanceOf(seed + number + 1)))
  await Promise.all([acting(chanceOf(seed)), ...readers])
}

export async function actUntil(stage: Stage, seed: number, isOver: () => boolean): Promise<Record<string, number>> {
  const cells: Cell[] = []
  while (cells.length < CELLS) cells.push(await makeCell(stage, cells.length))
  const chances = cells.map(({ number }) => seed + 1000 * (number + 1))
  await Promise.all(cells.map((cell, number) => live(stage, cell, chances[number] ?? seed, isOver)))
  return { acts: cells.reduce((sum, { turn }) => sum + turn / 2, 0) }
}
