/** Addresses without a room, and rooms that could not be opened. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { AuthLayout, Page } from './page.tsx'
import { Problem } from './states.tsx'

const TITLE = 'Page not found'

const notFoundText = <p>There is nothing at this address, or you do not have access to it.</p>

const homeLink = (
  <p>
    <Link to="/">Go to the home page</Link>
  </p>
)

/** The same between the rooms, for a person who is signed in. */
export const NotFoundPage = () => (
  <Page title={TITLE}>
    {notFoundText}
    {homeLink}
  </Page>
)

export function NotFound() {
  return (
    <AuthLayout title={TITLE}>
      {notFoundText}
      {homeLink}
    </AuthLayout>
  )
}

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    router.invalidate()
  }
  return (
    <AuthLayout title="Something went wrong">
      <Problem error={error instanceof Error ? error : new Error(String(error))} retry={again} />
    </AuthLayout>
  )
}
