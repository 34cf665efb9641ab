import theme from 'vitepress/theme';
import { h } from 'vue';
import LiveCall from './LiveCall.vue';
import MenuCarets from './MenuCarets.vue';
import RunExample from './RunExample.vue';
import TimesPlot from './TimesPlot.vue';
import Version from './Version.vue';
import './wide.css';

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'doc-footer-before': () => h(Version), 'layout-bottom': () => h(MenuCarets) }),
  enhanceApp({ app }: { app: { component(name: string, made: unknown): void } }) {
    app.component('LiveCall', LiveCall);
    app.component('RunExample', RunExample);
    app.component('TimesPlot', TimesPlot);
  },
};
