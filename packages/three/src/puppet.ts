// A puppet: its surface, what moves it, and the hand in it
export { createPuppetView, type DrawnSkin, type PuppetView } from './puppet/puppetView.js';
