/** Addresses without a room, and rooms that could not be opened. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Doorway, Page } from './page.tsx'
import { Problem } from './states.tsx'

const TITLE = 'Page not found'

const why = <p>There is nothing at this address, or you do not have access to it.</p>

const home = (
  <p>
    <Link to="/">Go to the home page</Link>
  </p>
)

/** The same between the rooms, for a person who is signed in. */
export const LostRoom = () => (
  <Page title={TITLE}>
    {why}
    {home}
  </Page>
)

export function Lost() {
  return (
    <Doorway title={TITLE}>
      {why}
      {home}
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
    <Doorway title="Something went wrong">
      <Problem error={error instanceof Error ? error : new Error(String(error))} retry={again} />
    </Doorway>
  )
}
