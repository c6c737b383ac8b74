import type { Feature } from '../../components/feature.ts'

/** What happened to the work of the person. */
export const inbox: Feature = {
  screens: [
    {
      path: '/1/$workspace/inbox',
      frame: 'shell',
      load: () => import('./page.tsx'),
      component: 'InboxPage',
      hasPane: true,
    },
    {
      path: '/1/$workspace/inbox/archive',
      frame: 'shell',
      load: () => import('./page.tsx'),
      component: 'ArchivePage',
      hasPane: true,
    },
  ],
}
