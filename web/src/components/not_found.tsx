/** Pages for unknown paths, and for errors while a page loads. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AuthLayout, Page } from './page.tsx'
import { Problem } from './states.tsx'

const TITLE = 'Not found'

const notFoundText = <p>This page does not exist, or you do not have access to it.</p>

export const homeLink = (
  <p>
    <Link to="/">Go to the home page</Link>
  </p>
)

/** The page inside the shell, for a signed-in person. */
export const NotFoundPage = ({ actions }: { actions?: ReactNode }) => (
  <Page title={TITLE}>
    {notFoundText}
    {homeLink}
    {actions}
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
  const reload = () => {
    reset()
    router.invalidate()
  }
  return (
    <AuthLayout title="Loading the page failed">
      <Problem error={error instanceof Error ? error : new Error(String(error))} retry={reload} />
    </AuthLayout>
  )
}
