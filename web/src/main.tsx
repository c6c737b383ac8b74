/** The web app begins here: it draws itself into the page. */
import './style/tokens.css'
import './style/base.css'
import './style/components.css'
import './style/pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from './api/client.ts'
import { session } from './api/queries.ts'
import { setSessionEnded } from './api/session_end.ts'
import { NoticeProvider } from './components/notices.tsx'
import { applyTheme } from './components/theme.tsx'
import { createAppRouter } from './router.tsx'

applyTheme()

const client = createClient(() => {
  // Whoever was not signed in yet is led to the sign-in by the router.
  const isSignedIn = client.getQueryData(session.queryKey) !== undefined
  if (isSignedIn && router.state.location.pathname !== '/sign_in') setSessionEnded(true)
})
const router = createAppRouter(client)

const place = document.getElementById('app')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <NoticeProvider>
          <RouterProvider router={router} />
        </NoticeProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
