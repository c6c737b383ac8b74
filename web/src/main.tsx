/** The web app begins here: it draws itself into the page. */
import './style/tokens.css'
import './style/base.css'
import './style/parts.css'
import './style/rooms.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from './api/client.ts'
import { backTo } from './own_path.ts'
import { NoticeProvider } from './parts/notices.tsx'
import { applyTheme } from './parts/theme.tsx'
import { createAppRouter } from './router.tsx'

applyTheme()

const client = createClient(() => {
  const { pathname, searchStr } = router.state.location
  if (pathname === '/sign_in') return
  client.clear()
  router.navigate({ to: '/sign_in', search: backTo(pathname + searchStr) })
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
