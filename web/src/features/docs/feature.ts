import type { Feature, LazyPage } from '../../components/feature.ts'

const part = (path: string, load: LazyPage['load'], component: string): LazyPage => ({ path, load, component })

/** The API reference. It is public. */
export const docs: Feature = {
  screens: [
    {
      path: '/docs',
      frame: 'public',
      load: () => import('./shell.tsx'),
      component: 'DocsShell',
      parts: [
        part('/', () => import('./overview.tsx'), 'Overview'),
        part('$type', () => import('./type.tsx'), 'TypePage'),
        part('errors', () => import('./guide.tsx'), 'ErrorsGuide'),
        part('guides/$guide', () => import('./guide.tsx'), 'Guide'),
      ],
    },
  ],
}
