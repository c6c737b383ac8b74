/** Addresses without a room, and rooms that could not be opened. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Doorway } from './page.tsx'
import { Problem } from './states.tsx'

export function Lost() {
  return (
    <Doorway title="Nothing here">
      <p>There is no page at this address. It may have been mistyped.</p>
      <p>
        <Link to="/">Go to the first page</Link>
      </p>
    </Doorway>
  )
}

export function Stuck({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    router.invalidate()
  }
  return (
    <Doorway title="That did not work">
      <Problem error={error instanceof Error ? error : new Error(String(error))} retry={again} />
    </Doorway>
  )
}
