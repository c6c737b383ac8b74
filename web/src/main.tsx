/** The entry point of the web app: renders the router into the page. */
import './style/tokens.css'
import './style/palette.css'
import './style/base.css'
import './style/components.css'
import './style/pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter } from './app/router.tsx'
import { NoticeProvider } from './components/notices.tsx'
import { createClient } from './data/client.ts'
import { applyPreferences } from './data/preferences.ts'
import { session } from './data/queries.ts'
import { setSessionEnded } from './data/session_end.ts'

applyPreferences()

const client = createClient(() => {
  // Without a session the router redirects to the sign-in page.
  const isSignedIn = client.getQueryData(session.queryKey) !== undefined
  if (isSignedIn && router.state.location.pathname !== '/sign_in') setSessionEnded(true)
})
const router = createAppRouter(client)

const container = document.getElementById('app')
if (container) {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <NoticeProvider>
          <RouterProvider router={router} />
        </NoticeProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
