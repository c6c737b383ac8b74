/** Completing a task of a project that six levels of goals follow, against one of a project that no goal follows. */
import { here, serve } from '../../checkout.ts'
import { bytes, type Contender, loaded } from '../../contender.ts'
import { openProgram } from '../../program.ts'
import { measure, type RowMeasurement } from '../../rows.ts'
import { copyOf, type Seeded, seeded, usual } from '../../stores/seed.ts'

const LEVELS = 6
const TASKS = 200

export const goals: RowMeasurement = report =>
  measure(report, {
    work: `complete a task of ${TASKS} in a project that ${LEVELS} levels of goals follow`,
    by: () => completing(LEVELS),
    others: [{ against: 'without goals', target: '≥ 0.67', start: () => completing(0) }],
  })

async function completing(levels: number): Promise<Contender> {
  const { store, remove } = copyOf(await seeded(here, usual(false)))
  const tasks = await makeProject(store, levels)
  const requests = [true, false].flatMap(completed =>
    tasks.map(task => bytes('PUT', `/tasks/${task}`, store.token, { completed })),
  )
  const contender = await loaded(await serve(here, { folder: store.folder }), requests)
  return { ...contender, end: () => contender.end().finally(remove) }
}

/** A project with tasks, and a chain of goals above it; returns the tasks. */
async function makeProject({ folder, token, workspace }: Seeded, levels: number): Promise<string[]> {
  const program = await openProgram(folder)
  const post = async (path: string, data: object): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await program.app.inject({ method: 'POST', url: `/api/1.0${path}`, headers, payload: { data } })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}.`)
    return answer.json().data.gid
  }
  const project = await post('/projects', { workspace: String(workspace), name: 'Followed' })
  const tasks: string[] = []
  for (let index = 0; index < TASKS; index++) tasks.push(await post('/tasks', { projects: [project], name: 'Task' }))
  let below = project
  for (let level = 0; level < levels; level++) {
    const goal = await post('/goals', { workspace: String(workspace), name: `Goal ${level}` })
    const progress_source = level === 0 ? 'project_task_completion' : 'subgoal_progress'
    await post(`/goals/${goal}/setMetric`, { progress_source })
    const supporting = { supporting_resource: below, contribution_weight: 1 }
    await post(`/goals/${goal}/addSupportingRelationship`, supporting)
    below = goal
  }
  await program.close()
  return tasks
}
