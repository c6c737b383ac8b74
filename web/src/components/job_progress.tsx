/** The progress of a job in its dialog: it can be left, because the server works on. */
import { useEffect, useRef, useState } from 'react'
import { endOf, type RequestedJob } from '../data/jobs.ts'
import { Button } from './button.tsx'
import { Problem } from './states.tsx'

interface Props {
  job: RequestedJob
  /** What the job does: "Copying the project…". */
  text: string
  /** The way to what exists already, before the job has ended. */
  openLabel?: string
  onOpen?(job: RequestedJob): void
  onDone(job: RequestedJob): void
  onClose(): void
}

export function JobProgress({ job, text, openLabel, onOpen, onDone, onClose }: Props) {
  const [error, setError] = useState<Error>()
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const control = new AbortController()
    endOf(job, control.signal).then(
      ended => {
        if (control.signal.aborted) return
        if (ended.status === 'succeeded') done.current(ended)
        else setError(new Error('The job failed. What it has made so far is kept.'))
      },
      (failure: Error) => setError(failure),
    )
    return () => control.abort()
  }, [job])
  return (
    <>
      {error ? (
        <Problem error={error} />
      ) : (
        <p role="status">
          <progress aria-label={text} /> {text}
        </p>
      )}
      <div className="form-end">
        {openLabel ? (
          <Button kind="primary" onPress={() => onOpen?.(job)}>
            {openLabel}
          </Button>
        ) : null}
        <Button onPress={onClose}>Close</Button>
      </div>
    </>
  )
}
