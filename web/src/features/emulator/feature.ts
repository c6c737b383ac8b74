import type { Feature, LazyPage } from '../../components/feature.ts'

const part = (path: string, load: LazyPage['load'], component: string): LazyPage => ({ path, load, component })

/** The controls of an emulator. A server that is none has no such page. */
export const emulator: Feature = {
  screens: [
    {
      path: '/emulator',
      frame: 'shell',
      load: () => import('./layout.tsx'),
      component: 'EmulatorLayout',
      first: 'requests',
      parts: [
        part('requests', () => import('./requests.tsx'), 'Requests'),
        part('faults', () => import('./faults.tsx'), 'Faults'),
        part('clock', () => import('./clock.tsx'), 'ClockPage'),
        part('worlds', () => import('./worlds.tsx'), 'Worlds'),
      ],
    },
  ],
}
