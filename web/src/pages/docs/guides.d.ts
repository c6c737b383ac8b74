/** What `scripts/guides.ts` makes of `docs/*.md` when the web app is built. */
declare module 'virtual:guides' {
  export interface GuideEntry {
    /** The name of its file, without `.md`. */
    name: string
    title: string
    headings: { id: string; text: string; level: number }[]
    load(): Promise<{ html: string }>
  }
  export const guides: GuideEntry[]
}
