import type { Feature } from '../../components/feature.ts'

/** What a person deleted in a workspace. */
export const trash: Feature = {
  screens: [{ path: '/1/$workspace/trash', frame: 'shell', load: () => import('./page.tsx'), component: 'TrashPage' }],
}
