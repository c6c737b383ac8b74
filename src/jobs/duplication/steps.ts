/** The steps of a requested job: see `jobs/requested_job.ts`, which runs them. */
import type { Writer } from '../../store/db.ts'
import type { RequestedJob } from '../../store/queries/jobs/requested.ts'

/** The steps of one kind of requested jobs. */
export interface JobSteps {
  /**
   * Does a part of the job, with at most about `rows` objects. Returns the cursor of the next part, which is stored as JSON; undefined when the job has
   * succeeded. The first cursor is null. An error of the API, such as a lost right, ends the job as failed.
   */
  step(tx: Writer, job: RequestedJob, cursor: unknown, rows: number): Promise<object | undefined>
  /** Removes what a failed job has begun, in the transaction that ends it. */
  abandon?(tx: Writer, job: RequestedJob): Promise<void>
}
