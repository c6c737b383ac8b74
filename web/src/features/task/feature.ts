import type { Feature } from '../../components/feature.ts'

/** A task as a page. The shell shows the same content in its pane. */
export const task: Feature = {
  screens: [
    { path: '/1/$workspace/task/$task', frame: 'shell', load: () => import('./page.tsx'), component: 'TaskPage' },
  ],
}
