// SimCord fetches all of its fonts, thirty megabytes of every script there is, before a page is ready. Here a page waits for those
// that what it shows is written in; the browser fetches another when it is needed.
document.fonts.load = () => document.fonts.ready.then(() => []);
document.fonts.check = () => true;
