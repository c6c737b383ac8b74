/**
 * Runs the jobs that users requested, in steps.
 * Invariants:
 * - a step is one transaction, which writes its rows and the cursor of the next step: so a process that dies loses no
 *   step and repeats none, and of two workers with one job, each continues where the other ended;
 * - a step writes as the user who requested the job, and checks the rights of that user;
 * - a step is small, because other writers wait for it.
 */

import type { Clock } from '../lib/clock.ts'
import { ApiError } from '../lib/errors.ts'
import type { JobSubtype } from '../resources/platform/rules/request_job.ts'
import { findForUpdate, update } from '../store/change.ts'
import type { Store, WriteOrigin, Writer } from '../store/db.ts'
import { forgetCopies, type RequestedJob, requestedJobOf } from '../store/queries/jobs/requested.ts'
import { duplicatePortfolio } from './duplication/duplicate_portfolio.ts'
import { duplicateProject } from './duplication/duplicate_project.ts'
import { duplicateTask } from './duplication/duplicate_task.ts'
import type { JobSteps } from './duplication/steps.ts'
import { createPace } from './pace.ts'
import { instantiateProject, instantiateTask } from './templates/instantiate.ts'
import { saveProjectAsTemplate } from './templates/save.ts'
import type { JobKind } from './worker.ts'

const kinds: Record<JobSubtype, JobSteps> = {
  duplicate_portfolio: duplicatePortfolio,
  duplicate_project: duplicateProject,
  duplicate_task: duplicateTask,
  instantiate_project: instantiateProject,
  instantiate_task: instantiateTask,
  save_project_as_template: saveProjectAsTemplate,
}

/** Then the job goes back into the queue, so that others run too and the worker can stop. */
const MAX_STEPS = 20
/** Consecutive failures for reasons other than those of the API. */
const MAX_ATTEMPTS = 5
const BATCH_ROWS = 2000

export function runRequestedJob({ store, clock }: { store: Store; clock: Clock }): JobKind {
  const atPace = createPace()
  return {
    async perform(gid) {
      const job = await requestedJobOf(store.read, gid)
      if (!job) return undefined
      for (let steps = 0; steps < MAX_STEPS; steps++) {
        if (await atPace(rows => runStep(store, job, rows))) return forget(store, gid)
      }
      return clock()
    },
  }
}

/** Runs the next step of a job, with about this number of objects. Returns whether the job has ended. */
async function runStep(store: Store, job: RequestedJob, rows: number): Promise<boolean> {
  const origin = originOfJob(job)
  try {
    return await store.write(tx => step(tx, job.gid, rows), origin)
  } catch (error) {
    const isFinal = error instanceof ApiError && error.status < 500
    await store.write(tx => recordFailure(tx, job.gid, error, isFinal), origin)
    if (isFinal) return true
    throw error
  }
}

const originOfJob = ({ user, token_kind: kind, application, address, agent }: RequestedJob): WriteOrigin => ({
  ...{ user, kind, application, address, agent, isBackground: true },
})

function stepsOf({ resource_subtype }: RequestedJob): JobSteps {
  const steps = kinds[resource_subtype as JobSubtype]
  if (!steps) throw new Error(`There are no steps of ${resource_subtype}.`)
  return steps
}

async function step(tx: Writer, gid: number, rows: number): Promise<boolean> {
  // Locked: a worker whose lease expired may still run the step before.
  const job = await findForUpdate(tx, 'requested_jobs', { gid })
  if (!job || job.ended_at !== null) return true
  const next = await stepsOf(job).step(tx, job, job.cursor === null ? null : JSON.parse(job.cursor), rows)
  if (next !== undefined) {
    await update(tx, 'requested_jobs', { gid }, { status: 'in_progress', cursor: JSON.stringify(next), attempts: 0 })
    return false
  }
  await update(tx, 'requested_jobs', { gid }, { status: 'succeeded', cursor: null, ended_at: tx.now })
  return true
}

/** Ends a job as failed, or counts the attempt. */
async function recordFailure(tx: Writer, gid: number, error: unknown, isFinal: boolean): Promise<void> {
  const job = await findForUpdate(tx, 'requested_jobs', { gid })
  if (!job || job.ended_at !== null) return
  const [attempts, text] = [job.attempts + 1, String(error).slice(0, 2000)]
  const ends = isFinal || attempts >= MAX_ATTEMPTS
  await update(tx, 'requested_jobs', { gid }, { attempts, error: text })
  if (!ends) return
  await update(tx, 'requested_jobs', { gid }, { status: 'failed', cursor: null, ended_at: tx.now })
  await stepsOf(job).abandon?.(tx, job)
}

/** Deletes what the job has recorded for its steps. */
async function forget(store: Store, gid: number): Promise<undefined> {
  while ((await store.write(tx => forgetCopies(tx, gid, BATCH_ROWS))) === BATCH_ROWS);
  return undefined
}
